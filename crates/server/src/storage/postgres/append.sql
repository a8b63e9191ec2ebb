-- Appends entries to many rooms in one statement. What a room lacks the predecessor of is left out and not returned, and
-- so is a room whose slot has another epoch. The predecessor may be the last entry of a packed log.
WITH append AS (
    SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::text[], $5::boolean[], $6::text[],
            $14::integer[], $15::bigint[])
        AS append (room, first, created, game, is_over, summary, slot, epoch)
), claimed AS (
    SELECT DISTINCT slot, epoch FROM append
), owned AS (
    -- The lock makes the next owner wait for this statement. If this one has waited, PostgreSQL checks the epoch again.
    SELECT slots.id, slots.epoch FROM slots
    JOIN claimed ON claimed.slot = slots.id AND claimed.epoch = slots.epoch
    WHERE slots.owner IS NOT NULL ORDER BY slots.id FOR SHARE OF slots
), accepted AS (
    SELECT append.*, (append.created / 86400000)::integer AS day, predecessor.is_packed FROM append
    JOIN owned ON owned.id = append.slot AND owned.epoch = append.epoch
    -- A lateral join, because `OR EXISTS` becomes a hashed subplan over the whole table.
    LEFT JOIN LATERAL (
        SELECT FALSE AS is_packed FROM entries
        WHERE entries.day = (append.created / 86400000)::integer
            AND entries.room = append.room AND entries.seq = append.first - 1
        UNION ALL
        -- Only looked at if there is no such row.
        SELECT TRUE FROM rooms
        WHERE rooms.code = append.room AND append.first > 0 AND rooms.packed_entries = append.first
        LIMIT 1
    ) AS predecessor ON TRUE
    WHERE append.first = 0 OR predecessor.is_packed IS NOT NULL
), opened AS (
    INSERT INTO rooms (code, created, game, is_over, summary)
    SELECT room, created, game, is_over, summary FROM accepted WHERE first = 0
), changed AS (
    UPDATE rooms SET is_over = rooms.is_over OR accepted.is_over,
        summary = COALESCE(accepted.summary, rooms.summary), is_packed = FALSE
    FROM accepted
    WHERE rooms.code = accepted.room AND accepted.first > 0
        AND (accepted.is_over OR accepted.summary IS NOT NULL OR accepted.is_packed)
), seated AS (
    INSERT INTO seats (user_id, room)
    SELECT seat.user_id, seat.room FROM unnest($7::text[], $8::text[]) AS seat (room, user_id)
    JOIN accepted ON accepted.room = seat.room
    ON CONFLICT DO NOTHING
), vacated AS (
    DELETE FROM seats USING unnest($9::text[], $10::text[]) AS seat (room, user_id)
    JOIN accepted ON accepted.room = seat.room
    WHERE seats.user_id = seat.user_id AND seats.room = seat.room
), rated AS (
    -- The rater handles them later, so that an append never waits for the rating of a player.
    INSERT INTO rated_games (room, category, first_user, second_user, winner, ended)
    SELECT game.room, game.category, game.first_user, game.second_user, game.winner, game.ended
    FROM unnest($16::text[], $17::text[], $18::text[], $19::text[], $20::text[], $21::bigint[])
        AS game (room, category, first_user, second_user, winner, ended)
    JOIN accepted ON accepted.room = game.room
    ON CONFLICT DO NOTHING
), turns AS (
    INSERT INTO correspondence_games
        (room, first_user, second_user, turn_user, turn_since, logged_until, deadline, plies)
    SELECT game.room, game.first_user, game.second_user, game.turn_user, game.turn_since, game.logged_until,
        game.deadline, game.plies
    FROM unnest($22::text[], $23::text[], $24::text[], $25::text[], $26::bigint[], $27::bigint[], $28::bigint[],
            $29::bigint[])
        AS game (room, first_user, second_user, turn_user, turn_since, logged_until, deadline, plies)
    JOIN accepted ON accepted.room = game.room
    ON CONFLICT (room) DO UPDATE SET first_user = excluded.first_user, second_user = excluded.second_user,
        turn_user = excluded.turn_user, turn_since = excluded.turn_since, logged_until = excluded.logged_until,
        deadline = excluded.deadline, plies = excluded.plies
), finished AS (
    DELETE FROM correspondence_games USING accepted
    WHERE correspondence_games.room = accepted.room AND accepted.is_over
)
INSERT INTO entries (day, room, seq, line)
SELECT accepted.day, entry.room, entry.seq, entry.line
FROM unnest($11::text[], $12::bigint[], $13::text[]) AS entry (room, seq, line)
JOIN accepted ON accepted.room = entry.room
RETURNING room
