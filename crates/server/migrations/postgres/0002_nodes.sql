-- The servers that share the database. `beat` counts while a node lives; the others judge it by its own clock.
-- `hears` are the nodes from which it has heard over the bus.
CREATE TABLE nodes (
    id text COLLATE "C" PRIMARY KEY,
    name text NOT NULL,
    version text NOT NULL,
    level integer NOT NULL,
    beat bigint NOT NULL DEFAULT 0,
    hears text[] NOT NULL DEFAULT '{}',
    state text NOT NULL CHECK (state IN ('live', 'draining', 'fenced', 'gone')),
    joined timestamptz NOT NULL DEFAULT now()
) WITH (fillfactor = 50);

-- As before, but two connections may ask for the same partition at once.
CREATE OR REPLACE FUNCTION create_entries_partition(day integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    epoch CONSTANT date := DATE '1970-01-01';
    first CONSTANT date := date_trunc('month', epoch + day);
    name CONSTANT text := 'entries_' || to_char(first, 'YYYY_MM');
BEGIN
    IF to_regclass(name) IS NULL THEN
        PERFORM pg_advisory_xact_lock(hashtextextended('yipan-partition', 0));
    END IF;
    IF to_regclass(name) IS NULL THEN
        EXECUTE format('CREATE TABLE %I PARTITION OF entries FOR VALUES FROM (%s) TO (%s)',
            name, first - epoch, (first + INTERVAL '1 month')::date - epoch);
    END IF;
END
$$;
