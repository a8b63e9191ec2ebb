-- Claims slots for a live node: $1 its id, $2 and $3 the numbers and epochs that it has seen.
WITH wanted AS (
    SELECT * FROM unnest($2::integer[], $3::bigint[]) AS wanted (id, epoch)
), free AS (
    -- The epoch is checked again after a wait for the row. The owner alone would not do: the statement does not see a node
    -- that has joined since it began.
    SELECT slots.id, slots.released FROM slots
    JOIN wanted ON wanted.id = slots.id AND wanted.epoch = slots.epoch
    WHERE (slots.owner IS NULL OR NOT EXISTS (
            SELECT 1 FROM nodes WHERE nodes.id = slots.owner AND nodes.state IN ('live', 'draining')))
        AND EXISTS (SELECT 1 FROM nodes WHERE nodes.id = $1 AND nodes.state = 'live')
    ORDER BY slots.id FOR UPDATE OF slots
)
UPDATE slots SET owner = $1, epoch = slots.epoch + 1, released = NULL FROM free
WHERE slots.id = free.id
RETURNING slots.id, slots.epoch, (extract(epoch FROM clock_timestamp()) * 1000)::bigint - free.released
