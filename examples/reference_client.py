#!/usr/bin/env python3
"""Plays random games at a Yipan server and checks that every client knows what the server knows.

    python3 reference_client.py 127.0.0.1:8780 [--seed 1] [--rounds 1] [--seconds 0] [--plies 60] [--restarts] [--only TEXT]

It is written from docs/protocol.md alone, in Python 3.9 and its standard library, and meant to be read beside it: `Room.apply`
is the section "A room" as code. Two players and a spectator play every game and mode, with offers, takebacks, chat,
lost connections and rematches. Whenever something has happened, the state that each of them has computed from events is
compared with a fresh `state` that a second connection of the same user asks for. The exit status is 0 if all of them are
equal; else the difference is printed. It obeys the rate limits of the server.
"""

import argparse
import base64
import collections
import copy
import json
import os
import random
import socket
import struct
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

VERSION = 2
TIMEOUT = 30
MAX_CHAT_MESSAGES = 100
SIDES = ["first", "second"]
MODES = ["dice-a", "dice-b", "fog", "gravity", "portals", "mines"]
CLOCKS = ["inf", "5+3", "5d3", "10/20x3", "10s30", "5+0 v 1+0"]
SPECTATORS = ["yes", {"delay": 3}, "no"]

# Each game, each mode, and combinations; `random_config` makes more.
CONFIGS = [
    {"game": "chess"},
    {"game": "xiangqi"},
    {"game": "liuzichong"},
    *({"game": "chess", "modes": [mode]} for mode in MODES),
    {"game": "chess", "modes": ["dice-a"], "rules": ["dice=3", "rerolls=2", "wild=yes"]},
    {"game": "chess", "modes": ["dice-b", "fog"]},
    {"game": "chess", "modes": ["dice-a", "fog"], "rules": ["rerolls=1"]},
    {"game": "chess", "modes": ["fog", "mines"], "rules": ["mine_hints=yes"]},
    {"game": "chess", "modes": ["fog", "portals"], "rules": ["portals=private"]},
    {"game": "chess", "modes": ["gravity", "portals"]},
    {"game": "chess", "modes": ["dice-a", "fog", "gravity", "portals", "mines"]},
    {"game": "chess", "modes": ["dice-b", "fog", "gravity", "portals", "mines"]},
]


class Failure(Exception):
    """The server does not do what the document says."""


class Closed(Exception):
    """The connection is closed."""


class Statistics:
    """Counts what was done, for the last line of the output."""

    def __init__(self):
        self.games = 0
        self.compared = 0
        self.resumed = 0
        self.events = collections.Counter()
        self.rejected = collections.Counter()


STATISTICS = Statistics()


# Connections


class WebSocket:
    """A WebSocket that sends and receives JSON."""

    def __init__(self, address, cookie):
        host, port = address.rsplit(":", 1)
        self.socket = socket.create_connection((host, int(port)), timeout=TIMEOUT)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.buffer = b""
        key = base64.b64encode(os.urandom(16)).decode()
        request = (
            f"GET /ws HTTP/1.1\r\nHost: {address}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\nCookie: {cookie}\r\n\r\n"
        )
        self.socket.sendall(request.encode())
        while b"\r\n\r\n" not in self.buffer:
            self.fill()
        head, self.buffer = self.buffer.split(b"\r\n\r\n", 1)
        if b" 101 " not in head.split(b"\r\n")[0]:
            raise Failure(f"no WebSocket: {head.decode()}")

    def fill(self):
        try:
            data = self.socket.recv(65536)
        except socket.timeout:
            raise Failure(f"nothing was sent for {TIMEOUT} s") from None
        except OSError:
            raise Closed from None
        if not data:
            raise Closed
        self.buffer += data

    def take(self, length):
        while len(self.buffer) < length:
            self.fill()
        data, self.buffer = self.buffer[:length], self.buffer[length:]
        return data

    def send_frame(self, opcode, data):
        length = bytes([0x80 | len(data)]) if len(data) < 126 else b"\xfe" + struct.pack(">H", len(data))
        mask = os.urandom(4)
        masked = bytes(byte ^ mask[index % 4] for index, byte in enumerate(data))
        try:
            self.socket.sendall(bytes([0x80 | opcode]) + length + mask + masked)
        except OSError:
            raise Closed from None

    def send(self, message):
        self.send_frame(1, json.dumps(message).encode())

    def receive(self):
        until = time.monotonic() + TIMEOUT
        while True:
            # Pings show that the server is alive, but not that it sends the expected message.
            if time.monotonic() > until:
                raise Failure(f"no message for {TIMEOUT} s")
            opcode, length = self.take(2)
            if length == 126:
                (length,) = struct.unpack(">H", self.take(2))
            elif length == 127:
                (length,) = struct.unpack(">Q", self.take(8))
            data = self.take(length)
            if opcode & 15 == 1:
                return json.loads(data)
            if opcode & 15 == 8:
                raise Closed
            if opcode & 15 == 9:
                self.send_frame(10, data)

    def close(self):
        self.socket.close()


class User:
    """A user, whom the server knows by a cookie."""

    def __init__(self, address):
        self.address = address
        self.cookie = ""
        self.id = self.request("GET", "/api/me")["id"]

    def request(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        headers = {"Content-Type": "application/json", "Cookie": self.cookie}
        request = urllib.request.Request(f"http://{self.address}{path}", data, headers, method=method)
        while True:
            try:
                with urllib.request.urlopen(request, timeout=TIMEOUT) as answer:
                    if "Set-Cookie" in answer.headers:
                        self.cookie = answer.headers["Set-Cookie"].split(";")[0]
                    text = answer.read()
                    return json.loads(text) if text else None
            except urllib.error.HTTPError as error:
                if error.code != 429:
                    raise Failure(f"{method} {path}: {error.code} {error.read().decode()}") from None
                time.sleep(1)

    def connect(self):
        """Opens a connection and says hello."""
        connection = WebSocket(self.address, self.cookie)
        connection.send({"type": "hello", "version": VERSION})
        welcome = connection.receive()
        if welcome["type"] != "welcome" or welcome["you"]["id"] != self.id:
            raise Failure(f"not the welcome of {self.id}: {welcome}")
        return connection


# What is known of a room


class Room:
    """A room as one viewer knows it: a `state`, changed by every event."""

    def __init__(self, state=None):
        self.state = state

    @property
    def next(self):
        """The number of the next event."""
        return self.state["seq"] if self.state else 0

    def put(self, field, value):
        """Sets a field; a state leaves out what would be null."""
        if value is None:
            self.state.pop(field, None)
        else:
            self.state[field] = value

    def apply(self, message):
        """Applies an event. An event that was applied before changes nothing."""
        if message["seq"] < self.next:
            return
        if message["seq"] > self.next:
            raise Failure(f"event {message['seq']} came where {self.next} was due")
        event = {**copy.deepcopy(message["event"]), "at": message["at"]}
        if event["type"] == "opened":
            self.state = event["state"]
            return
        state = self.state
        state["seq"] += 1
        getattr(self, "apply_" + event["type"].replace("-", "_"))(state, event)

    def apply_seated(self, state, event):
        state["contributions"][0 if event["is_host"] else 1] = event["contribution"]
        if not event["is_host"]:
            state["guest"] = event["player"]

    def apply_left_seat(self, state, event):
        del state["guest"]
        state["contributions"][1] = None

    def apply_account_linked(self, state, event):
        state["host" if event["is_host"] else "guest"] = event["player"]

    def apply_started(self, state, event):
        state["phase"] = "playing"
        state["host_side"] = event["host_side"]
        state["view"] = event["view"]
        state["clocks"] = event["clocks"]

    def apply_played(self, state, event):
        mover = event["entry"]["side"]
        state["moves"].append(event["entry"])
        state["view"] = event["view"]
        state["clocks"] = event["clocks"]
        # The mover has completed a turn: what the other side had offered to them lapses.
        if event["view"]["turn"] != mover:
            state["offers"] = [offer for offer in state["offers"] if offer[0] == mover]

    def apply_takeback_applied(self, state, event):
        del state["moves"][len(state["moves"]) - event["plies"] :]
        state["view"] = event["view"]
        state["clocks"] = event["clocks"]
        state["offers"] = []

    def apply_berserked(self, state, event):
        state["berserked"] = sorted([*state.get("berserked", []), event["side"]])
        state["clocks"] = event["clocks"]

    def apply_chat_message(self, state, event):
        state["chat"] = [*state["chat"], event["message"]][-MAX_CHAT_MESSAGES:]

    def apply_offered(self, state, event):
        state["offers"].append([event["side"], event["offer"]])

    def apply_offer_cleared(self, state, event):
        state["offers"].remove([event["side"], event["offer"]])

    def apply_disconnected(self, state, event):
        state["disconnected"] = sorted([*state["disconnected"], event["side"]])
        state["disconnected_since"][SIDES.index(event["side"])] = event["at"]

    def apply_reconnected(self, state, event):
        state["disconnected"].remove(event["side"])
        state["disconnected_since"][SIDES.index(event["side"])] = None
        state["clocks"] = event["clocks"]

    def apply_paused(self, state, event):
        state["disconnected"] = event["disconnected"]
        state["disconnected_since"] = [event["at"] if side in event["disconnected"] else None for side in SIDES]
        state["clocks"] = event["clocks"]

    def apply_resumed(self, state, event):
        state["clocks"] = event["clocks"]
        state["disconnected_since"] = event["disconnected_since"]

    def apply_ended(self, state, event):
        state["phase"] = "over"
        state["game_end"] = event["game_end"]
        state["moves"] = event["moves"]
        state["offers"] = []
        self.put("view", event["view"])
        self.put("clocks", event["clocks"])

    def apply_closed(self, state, event):
        state["close_reason"] = event["reason"]

    def apply_rematch(self, state, event):
        state["offers"] = []

    def apply_rematch_room(self, state, event):
        state["rematch_room"] = event["room"]

    def apply_hidden(self, state, event):
        pass


def difference(ours, theirs, path="state"):
    """The first place where two JSON values differ, in words; None where they are equal."""
    if isinstance(ours, dict) and isinstance(theirs, dict):
        for key in sorted(ours.keys() | theirs.keys()):
            if key not in ours or key not in theirs:
                return f"{path}.{key}: only {'ours' if key in ours else 'the server'} has it: {(ours.get(key), theirs.get(key))}"
            found = difference(ours[key], theirs[key], f"{path}.{key}")
            if found:
                return found
    elif isinstance(ours, list) and isinstance(theirs, list) and len(ours) == len(theirs):
        for index, pair in enumerate(zip(ours, theirs)):
            found = difference(*pair, f"{path}[{index}]")
            if found:
                return found
    elif ours != theirs:
        return f"{path}:\n  ours:       {json.dumps(ours)}\n  the server: {json.dumps(theirs)}"
    return None


class Viewer:
    """A user who follows a room over one connection and checks its state over a second one."""

    def __init__(self, name, user):
        self.name = name
        self.user = user
        self.code = None
        self.room = Room()
        self.main = None
        self.checker = None
        self.commands = 0
        # The state at each number, as JSON, since the viewer has their current rights.
        self.history = {}

    def remember(self):
        self.history[self.room.next] = json.dumps(self.room.state)

    # Joining

    def enter(self, code):
        """Joins a room with both connections."""
        self.leave_connections()
        self.code, self.room, self.history = code, Room(), {}
        self.reconnect()

    def leave_connections(self):
        for connection in (self.main, self.checker):
            if connection:
                connection.close()
        self.main = self.checker = None

    def reconnect(self):
        """Joins again after a lost connection and asks for what was missed."""
        self.main = self.user.connect()
        if not self.checker:
            self.checker = self.user.connect()
        self.join(**({"from": self.room.next} if self.room.state else {}))

    def join(self, **options):
        message = {"type": "join", "room": self.code, **options}
        self.main.send(message)
        while True:
            answer = self.receive()
            if answer["type"] == "joined" and answer["room"] == self.code:
                if answer["seq"] != self.room.next:
                    raise Failure(f"{self.name}: joined says {answer['seq']}, the state is at {self.room.next}")
                return
            if answer["type"] == "error":
                if answer["error"]["code"] != "rate-limited":
                    raise Failure(f"{self.name} cannot join: {answer}")
                time.sleep(0.5)
                self.main.send(message)

    # Following

    def receive(self):
        """Returns the next message, after applying it to the room."""
        message = self.main.receive()
        if message["type"] == "state" and message["state"]["room"] == self.code:
            # It replaces the state, which may have been computed with other rights.
            self.room, self.history = Room(copy.deepcopy(message["state"])), {}
            self.remember()
        elif message["type"] == "event" and message["room"] == self.code:
            STATISTICS.events[message["event"]["type"]] += 1
            self.room.apply(message)
            self.remember()
        return message

    # Comparing

    def compare(self, theirs, what):
        ours = self.room.state
        found = difference(ours, theirs)
        if found:
            config = json.dumps(ours["config"])
            raise Failure(f"{self.name} in {self.code} at {self.room.next} ({what}), {config}:\n{found}")
        STATISTICS.compared += 1

    def fetch(self):
        """A fresh state, asked for by the second connection."""
        self.checker.send({"type": "join", "room": self.code})
        while True:
            answer = self.checker.receive()
            if answer["type"] == "state":
                return answer["state"]
            if answer["type"] == "error":
                if answer["error"]["code"] != "rate-limited":
                    raise Failure(f"{self.name} cannot look again: {answer}")
                time.sleep(0.5)
                self.checker.send({"type": "join", "room": self.code})

    def check(self):
        """Applies all events and compares the state with the server's."""
        if not self.main:
            return
        try:
            fresh = self.fetch()
        except Closed:
            self.checker = self.user.connect()
            fresh = self.fetch()
        while self.room.next < fresh["seq"]:
            try:
                self.receive()
            except Closed:
                self.reconnect()
        # An unsolicited state may be newer than the fresh one.
        if self.room.next == fresh["seq"]:
            self.compare(fresh, "a fresh state")

    def check_resume(self, rng):
        """Applies the events since some number to the state of then."""
        since = rng.choice([0, rng.choice([*self.history])])
        room = Room(json.loads(self.history[since]) if since in self.history else None)
        message = {"type": "join", "room": self.code, "from": since}
        self.checker.send(message)
        while True:
            answer = self.checker.receive()
            if answer["type"] == "error":
                if answer["error"]["code"] != "rate-limited":
                    raise Failure(f"{self.name} cannot look again: {answer}")
                time.sleep(0.5)
                self.checker.send(message)
            # Events that were sent before this join may come first.
            if answer["type"] == "event" and answer["seq"] == room.next:
                STATISTICS.events[answer["event"]["type"]] += 1
                room.apply(answer)
            if answer["type"] == "joined" and answer["seq"] == room.next:
                break
        while self.room.next < room.next:
            self.receive()
        if self.room.next == room.next:
            found = difference(room.state, self.room.state)
            if found:
                raise Failure(f"{self.name} in {self.code}, resumed from {since}:\n{found}")
            STATISTICS.resumed += 1

    # Doing

    def send_command(self, identity, command):
        """Sends a command and waits for its answer, over as many connections as it takes."""
        while True:
            try:
                message = {"type": "command", "room": self.code, "id": identity, "seen": self.room.next, "command": command}
                self.main.send(message)
                while True:
                    answer = self.receive()
                    if answer["type"] in ("ack", "rejected") and answer["id"] == identity:
                        return answer
                    if answer["type"] == "error":
                        if answer["error"]["code"] != "rate-limited":
                            raise Failure(f"{self.name} sent {message}: {answer}")
                        time.sleep(0.25)
                        self.main.send(message)
            except Closed:
                self.reconnect()

    def do(self, kind, **fields):
        """Executes a command; returns None, or the code of the error."""
        self.commands += 1
        identity = f"{os.getpid()}-{id(self)}-{self.commands}"
        command = {"type": kind, **fields}
        answer = self.send_command(identity, command)
        if answer["type"] == "ack":
            is_late = isinstance(self.room.state["config"]["spectators"], dict) and not self.side
            if answer["seq"] >= self.room.next and not is_late:
                raise Failure(f"{self.name}: done {answer['seq']} came before its event")
            self.last = (identity, command, answer)
            return None
        code = answer["error"]["code"]
        STATISTICS.rejected[code] += 1
        if "state" in answer:
            self.compare(answer["state"], f"rejected {code}")
        return code

    def must(self, kind, **fields):
        rejected = self.do(kind, **fields)
        if rejected:
            raise Failure(f"{self.name} in {self.code}: {kind} {fields} is rejected: {rejected}")

    @property
    def side(self):
        """The side that this user plays."""
        state = self.room.state
        if "host_side" not in state:
            return None
        if state["host"]["id"] == self.user.id:
            return state["host_side"]
        if state.get("guest", {}).get("id") == self.user.id:
            return {"first": "second", "second": "first"}[state["host_side"]]
        return None

    @property
    def actions(self):
        return self.room.state["view"]["actions"] if "view" in self.room.state else []

    @property
    def is_over(self):
        return self.room.state["phase"] == "over"


# Playing


class Game:
    """A random game of two players, with a spectator where there may be one."""

    def __init__(self, rng, players, spectator, config, plies, is_full=False, restarts=False):
        self.rng = rng
        self.host, self.guest = players
        self.spectator = spectator
        self.config = config
        self.plies = plies
        self.is_full = is_full
        self.restarts = restarts
        self.absences = 1
        self.is_watched = config["spectators"] != "no"

    @property
    def players(self):
        return [self.host, self.guest]

    @property
    def viewers(self):
        return [*self.players, self.spectator] if self.is_watched else self.players

    def check(self):
        for viewer in self.viewers:
            viewer.check()

    def play(self):
        opened = self.host.user.request("POST", "/api/rooms", self.config)
        self.enter(opened["room"])
        self.seat()
        if not self.is_full and self.rng.random() < 0.1:
            # The host closes the room before there is a game.
            self.host.must("leave")
            self.check()
            return
        self.host.must("start")
        self.check()
        self.watch_late()
        if self.is_full:
            self.show_all()
        steps = 0
        while not self.host.is_over:
            steps += 1
            if self.restarts and steps == 4 and not self.is_full:
                self.restart()
            elif len(self.host.room.state["moves"]) >= self.plies or steps > 4 * self.plies:
                self.finish()
            else:
                self.step()
            self.check()
        self.after()
        STATISTICS.games += 1

    def enter(self, code):
        for viewer in self.viewers:
            viewer.enter(code)

    def seat(self):
        order = [self.host, self.guest]
        self.rng.shuffle(order)
        for viewer in order:
            viewer.must("sit", contribution=self.rng.randbytes(32).hex())
            self.check()
        if self.is_full or self.rng.random() < 0.3:
            self.guest.must("leave")
            self.check()
            self.guest.must("sit", contribution=self.rng.randbytes(32).hex())
        self.chat()

    def watch_late(self):
        """A spectator who comes when the game has begun."""
        if self.is_watched:
            self.spectator.enter(self.host.code)
            return
        stranger = self.spectator.user.connect()
        stranger.send({"type": "join", "room": self.host.code})
        answer = stranger.receive()
        if answer["type"] != "error" or answer["error"]["code"] != "spectators-not-allowed":
            raise Failure(f"{self.host.code} has no spectators, but a stranger receives {answer}")
        stranger.close()

    def show_all(self):
        """What happens in other games only by chance: a long chat, a takeback, a restart."""
        for number in range(MAX_CHAT_MESSAGES + 20):
            self.rng.choice(self.viewers).must("chat", text=f"line {number}")
        self.check()
        for _ in range(3):
            self.move()
            self.check()
        self.host.must("offer", offer="takeback")
        self.guest.must("accept", offer="takeback")
        self.check()
        if self.restarts:
            self.restart()
            self.check()

    def mover(self):
        return next((player for player in self.players if player.actions), None)

    def step(self):
        """Something that may happen in a game; most often a move."""
        others = [self.chat, self.bargain, self.cut, self.go_away, self.resume, self.repeat, self.blunder]
        self.rng.choice([self.move] * 15 + others)()

    def move(self):
        mover = self.mover()
        if mover:
            mover.must("play", action=self.rng.choice(mover.actions))

    def chat(self):
        if self.config["chat"]:
            self.rng.choice(self.viewers).must("chat", text=f"{self.rng.choice(['好棋', 'good move', '<b>'])} {self.rng.random()}")

    def bargain(self):
        """One side offers something; the other answers, lets it lapse, or it is withdrawn."""
        asker, other = self.rng.sample(self.players, 2)
        offer = self.rng.choice(["draw", "takeback", "takeback"])
        # To offer what the other side has offered is to accept it.
        if asker.do("offer", offer=offer) or [asker.side, offer] not in asker.room.state["offers"]:
            return
        self.check()
        answer = self.rng.choice(["accept", "offer", "decline", "withdraw", "nothing"])
        if offer == "draw" and answer in ("accept", "offer") and self.rng.random() < 0.8:
            answer = "decline"
        if answer == "withdraw":
            asker.must("withdraw", offer=offer)
        elif answer != "nothing":
            # `offer` may be rejected where `accept` is not: one may have asked for too many takebacks.
            other.do(answer, offer=offer)

    def cut(self):
        """A connection is lost; something happens; it comes back."""
        viewer = self.rng.choice(self.viewers)
        viewer.main.close()
        mover = self.mover()
        if mover and mover is not viewer:
            self.move()
        viewer.reconnect()

    def go_away(self):
        """Every connection of a player is lost; once a game, for the server may wait a while before it sends the event."""
        if not self.absences:
            return
        self.absences -= 1
        absent, other = self.rng.sample(self.players, 2)
        absent.leave_connections()
        while absent.side not in other.room.state["disconnected"]:
            other.receive()
        other.check()
        if self.rng.random() < 0.2:
            other.do("claim", claim=self.rng.choice(["win", "draw"]))
        if other.actions:
            other.must("play", action=self.rng.choice(other.actions))
        absent.reconnect()

    def restart(self):
        """The caller of this program stops the server and starts it again."""
        print("restart", flush=True)
        address = sys.stdin.readline().strip()
        late = self.mover() if self.is_full else self.rng.choice([None, self.mover()])
        for viewer in self.viewers:
            viewer.leave_connections()
            viewer.user.address = address
        self.spectator.user.address = address
        for viewer in self.viewers:
            if viewer is not late:
                viewer.reconnect()
        if late:
            # The clock of the side to move stands for a while, and then runs without its owner.
            other = self.host if late is self.guest else self.guest
            resumed = STATISTICS.events["resumed"]
            while STATISTICS.events["resumed"] == resumed:
                other.receive()
            late.reconnect()

    def resume(self):
        self.rng.choice(self.viewers).check_resume(self.rng)

    def repeat(self):
        """A command that is sent twice is done once; its id is no other command's."""
        viewer = self.rng.choice(self.players)
        identity, command, done = viewer.last
        again = viewer.send_command(identity, command)
        if again != done:
            raise Failure(f"{viewer.name} sent {command} again: {again} instead of {done}")
        other = viewer.send_command(identity, {"type": "chat", "text": "something else"})
        if other["type"] != "rejected" or other["error"]["code"] != "command-id-reused":
            raise Failure(f"{viewer.name} used an id again: {other}")

    def blunder(self):
        """Commands that are rejected; nothing has changed."""
        viewer = self.rng.choice(self.viewers)
        for kind, fields, code in [
            ("start", {}, "already-started"),
            ("play", {"action": "nonsense"}, None),
            ("fly", {"to": "e4"}, "bad-message"),
            ("offer", {"offer": "rematch"}, "game-not-over"),
        ]:
            rejected = viewer.do(kind, **fields)
            if rejected is None or code and rejected != code:
                raise Failure(f"{viewer.name}: {kind} should be rejected as {code}, not {rejected}")

    def finish(self):
        loser, other = self.rng.sample(self.players, 2)
        way = self.rng.choice(["resign", "leave", "draw", "move"])
        if way == "draw":
            if not loser.do("offer", offer="draw") and not loser.is_over:
                other.must("accept", offer="draw")
        elif way == "move" and self.mover():
            self.move()
        else:
            loser.must("resign" if way == "resign" else way)

    def after(self):
        """Talk, and perhaps a rematch."""
        for viewer in self.viewers:
            self.chat()
        asker, other = self.rng.sample(self.players, 2)
        offer = self.rng.choice(["rematch", "rematch-same"])
        asker.must("offer", offer=offer)
        self.check()
        answer = self.rng.choice(["accept", "offer", "decline", "withdraw"])
        if answer == "withdraw":
            asker.must("withdraw", offer=offer)
        else:
            other.must(answer, offer=offer)
        self.check()
        for viewer in self.viewers:
            viewer.check_resume(self.rng)
        if answer in ("accept", "offer"):
            while "rematch_room" not in self.host.room.state:
                self.host.receive()
            self.check()
            self.play_again(self.host.room.state["rematch_room"], offer == "rematch-same")

    def play_again(self, code, is_same):
        before = self.host.side
        self.enter(code)
        for player in self.players:
            player.must("sit", contribution=self.rng.randbytes(32).hex())
        self.host.must("start")
        self.check()
        if (self.host.side == before) != is_same:
            raise Failure(f"{code}: the host played {before} before, and {self.host.side} now")
        self.move()
        self.rng.choice(self.players).must("abort")
        self.check()


def sign_in(rng, players, spectator, config):
    """A guest signs in during the game and keeps the seat."""
    account = User(players[0].user.address)
    linked = STATISTICS.events["account-linked"]
    name, password = f"u{os.getpid()}x{rng.randrange(10**9)}", "correct horse battery"
    account.request("POST", "/api/account", {"name": name, "password": password})
    guest = Viewer("guest", User(account.address))
    game = Game(rng, [players[0], guest], spectator, config, 10)
    game.enter(players[0].user.request("POST", "/api/rooms", config)["room"])
    game.seat()
    game.host.must("start")
    for _ in range(4):
        game.move()
        game.check()
    code = guest.code
    guest.leave_connections()
    guest.user.request("POST", "/api/session", {"name": name, "password": password})
    guest.user.id = account.id
    # With another id one has other rights, so the room is asked for as a whole.
    guest.enter(code)
    while STATISTICS.events["account-linked"] == linked:
        game.host.receive()
    game.check()
    game.move()
    game.move()
    game.check()
    guest.must("resign")
    game.check()
    guest.leave_connections()


def computer(rng, host, plies):
    """A game against the computer, which moves when it likes."""
    config = {"game": rng.choice(["chess", "xiangqi", "liuzichong"]), "modes": [], "host_side": "random"}
    host.enter(host.user.request("POST", "/api/rooms", config)["room"])
    host.must("sit", contribution=rng.randbytes(32).hex())
    host.must("seat-computer", level=1)
    host.must("start")
    while not host.is_over and len(host.room.state["moves"]) < plies:
        if host.actions:
            host.must("play", action=rng.choice(host.actions))
        else:
            host.receive()
        host.check()
    if not host.is_over:
        host.must("resign")
        host.check()


def random_config(rng):
    modes = [mode for mode in MODES if rng.random() < 0.4]
    if "dice-a" in modes and "dice-b" in modes:
        modes.remove(rng.choice(["dice-a", "dice-b"]))
    return {"game": "chess", "modes": modes}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("address", help="host and port of the server")
    parser.add_argument("--seed", type=int, default=1, help="what the players' choices follow from")
    parser.add_argument("--rounds", type=int, default=1, help="how often every game and mode is played")
    parser.add_argument("--seconds", type=float, default=0, help="go on with random mixes of modes for this long")
    parser.add_argument("--plies", type=int, default=60, help="moves after which a game is brought to an end")
    parser.add_argument("--restarts", action="store_true", help="print `restart` now and then, and read the new address from standard input")
    parser.add_argument("--only", default="", help="play only the config that contain this text")
    asked = parser.parse_args()
    rng = random.Random(asked.seed)
    began = time.monotonic()
    players = [Viewer(name, User(asked.address)) for name in ("host", "guest")]
    spectator = Viewer("spectator", User(asked.address))

    def full(config, number):
        """Terms with all that is not the game itself, so that each of it is played."""
        return {
            "clock": rng.choice(CLOCKS),
            "host_side": rng.choice(["first", "second", "random"]),
            "public": rng.random() < 0.5,
            "spectators": SPECTATORS[number % len(SPECTATORS)],
            "chat": rng.random() < 0.8,
            **config,
        }

    number = 0
    for turn in range(asked.rounds):
        for config in CONFIGS:
            if asked.only in json.dumps(config):
                restarts = asked.restarts and number % 5 == 0
                Game(rng, players, spectator, full(config, number), asked.plies, restarts=restarts).play()
            number += 1
        # Every game meets every kind of spectator in three rounds.
        number += (len(CONFIGS) + 1) % len(SPECTATORS)
        if not asked.only:
            chatty = full({"game": "liuzichong", "chat": True, "spectators": "yes"}, 0)
            Game(rng, players, spectator, chatty, asked.plies, is_full=True, restarts=asked.restarts).play()
            sign_in(rng, players, spectator, full({"game": "chess", "modes": ["fog"], "spectators": {"delay": 2}}, 0))
            computer(rng, players[0], 12)
    while time.monotonic() - began < asked.seconds:
        Game(rng, players, spectator, full(random_config(rng), number), asked.plies).play()
        number += 1
    for viewer in (*players, spectator):
        viewer.leave_connections()
    counted = STATISTICS
    print(f"{counted.games} games, {counted.compared} states compared with the server, {counted.resumed} after a resumed connection")
    print("events:", ", ".join(f"{kind} {count}" for kind, count in sorted(counted.events.items())))
    print("rejected:", ", ".join(f"{code} {count}" for code, count in sorted(counted.rejected.items())))


if __name__ == "__main__":
    try:
        main()
    except Failure as failure:
        sys.exit(f"FAILED: {failure}")
