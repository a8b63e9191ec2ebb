-- The log of a room is its packed part, followed by its rows of `entries`. `packed` contains the first
-- `packed_entries` lines, deflated, with a null character between them: no text of PostgreSQL contains one.
-- `is_packed` says that there are no rows.
ALTER TABLE rooms
    ADD COLUMN packed bytea,
    ADD COLUMN packed_entries bigint NOT NULL DEFAULT 0,
    ADD COLUMN is_packed boolean NOT NULL DEFAULT FALSE;

-- It is compressed already.
ALTER TABLE rooms ALTER COLUMN packed SET STORAGE EXTERNAL;

CREATE INDEX rooms_to_pack ON rooms (code) WHERE is_over AND NOT is_packed;

-- Drops the partitions of past months that have no rows, and returns how many there were.
--
-- It locks the logs only for a moment and gives up at once if others use them: the next call tries again. A partition
-- that is still large waits for a vacuum, because looking for rows in it would take long.
CREATE FUNCTION drop_empty_entries_partitions() RETURNS integer LANGUAGE plpgsql SET lock_timeout = '50ms' AS $$
DECLARE
    -- Clocks may differ, so a month is past for a day before it counts.
    current_month CONSTANT text := 'entries_' || to_char((now() - INTERVAL '1 day') AT TIME ZONE 'UTC', 'YYYY_MM');
    max_size CONSTANT bigint := 8 * 1024 * 1024;
    child regclass;
    is_empty boolean;
    dropped integer := 0;
BEGIN
    FOR child IN
        SELECT pg_class.oid FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
        WHERE inhparent = 'entries'::regclass AND relname ~ '^entries_[0-9]{4}_[0-9]{2}$'
            AND relname::text COLLATE "C" < current_month AND pg_relation_size(pg_class.oid) <= max_size
        ORDER BY relname
    LOOP
        EXECUTE format('SELECT NOT EXISTS (SELECT 1 FROM %s)', child) INTO is_empty;
        CONTINUE WHEN NOT is_empty;
        BEGIN
            LOCK TABLE ONLY entries IN ACCESS EXCLUSIVE MODE;
            EXECUTE format('SELECT NOT EXISTS (SELECT 1 FROM %s)', child) INTO is_empty;
            IF is_empty THEN
                EXECUTE format('DROP TABLE %s', child);
                dropped := dropped + 1;
            END IF;
        EXCEPTION WHEN lock_not_available THEN
            RETURN dropped;
        END;
    END LOOP;
    RETURN dropped;
END
$$;
