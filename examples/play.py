#!/usr/bin/env python3
"""Plays a whole game of liuzichong against itself at a Yipan server: python3 play.py 127.0.0.1:8780

A client in Python's standard library alone; docs/protocol.md describes what it says.
"""

import base64
import json
import os
import random
import socket
import struct
import sys
import time
import urllib.request


class Client:
    """One player: a cookie, a socket, and the table as it has been told."""

    def __init__(self, address):
        self.address = address
        with urllib.request.urlopen(f"http://{address}/api/me") as reply:
            self.cookie = reply.headers["Set-Cookie"].split(";")[0]
        host, port = address.rsplit(":", 1)
        self.line = socket.create_connection((host, int(port)), timeout=30)
        key = base64.b64encode(os.urandom(16)).decode()
        self.line.sendall(
            (
                f"GET /ws HTTP/1.1\r\nHost: {address}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\nCookie: {self.cookie}\r\n\r\n"
            ).encode()
        )
        head = b""
        while not head.endswith(b"\r\n\r\n"):
            head += self.take(1)
        if b" 101 " not in head.split(b"\r\n")[0]:
            raise SystemExit(f"no socket: {head.decode()}")
        self.count = 0
        self.say({"type": "hello", "version": 2})
        self.me = self.hear("welcome")["you"]["id"]

    def take(self, length):
        data = b""
        while len(data) < length:
            more = self.line.recv(length - len(data))
            if not more:
                raise SystemExit("the hall has closed the line")
            data += more
        return data

    def send(self, kind, data):
        mask = os.urandom(4)
        size = bytes([0x80 | len(data)]) if len(data) < 126 else b"\xfe" + struct.pack(">H", len(data))
        masked = bytes(byte ^ mask[at % 4] for at, byte in enumerate(data))
        self.line.sendall(bytes([0x80 | kind]) + size + mask + masked)

    def say(self, message):
        self.last = message
        self.send(1, json.dumps(message).encode())

    def message(self):
        while True:
            kind, size = self.take(2)
            if size == 126:
                (size,) = struct.unpack(">H", self.take(2))
            elif size == 127:
                (size,) = struct.unpack(">Q", self.take(8))
            data = self.take(size)
            if kind & 15 == 1:
                return json.loads(data)
            if kind & 15 == 9:
                self.send(10, data)

    def hear(self, kind):
        """The next message of a kind; frames on the way are taken in."""
        while True:
            message = self.message()
            if message["type"] == "event":
                self.fold(message)
            if message["type"] == kind:
                return message
            if message["type"] == "error" and message["error"]["code"] == "rate-limited":
                time.sleep(0.2)
                self.say(self.last)
            elif message["type"] in ("rejected", "error"):
                raise SystemExit(message["error"]["message"])

    def fold(self, frame):
        """What a frame changes; only what this player needs."""
        assert frame["seq"] == self.state["seq"], "frames come without a gap"
        self.state["seq"] += 1
        event = frame["event"]
        for key in ("view", "game_end"):
            if key in event:
                self.state[key] = event[key]
        if event["type"] == "played":
            self.state["moves"].append(event["entry"])

    def join(self, room):
        self.room = room
        self.say({"type": "join", "room": room})
        self.state = self.hear("state")["state"]

    def do(self, **command):
        self.count += 1
        request = {"type": "command", "room": self.room, "id": str(self.count), "seen": self.state["seq"], "command": command}
        self.say(request)
        self.hear("ack")


def open_room(client, terms):
    request = urllib.request.Request(
        f"http://{client.address}/api/rooms",
        json.dumps(terms).encode(),
        {"Content-Type": "application/json", "Cookie": client.cookie},
    )
    with urllib.request.urlopen(request) as reply:
        return json.load(reply)["room"]


def main(address):
    players = [Client(address), Client(address)]
    room = open_room(players[0], {"game": "liuzichong", "clock": "5+3", "host_side": "first"})
    for player in players:
        player.join(room)
    for player in players:
        player.do(type="sit", contribution=os.urandom(32).hex())
    players[0].do(type="start")
    turn = 0
    while True:
        player = players[turn % 2]
        while not player.state.get("game_end") and not (player.state.get("view") or {}).get("actions"):
            player.hear("event")
        if player.state.get("game_end"):
            break
        player.do(type="play", action=random.choice(player.state["view"]["actions"]))
        # The move of one's own comes as a frame like any other; then nothing is to be done until the next.
        while player.state["view"]["actions"] and not player.state.get("game_end"):
            player.hear("event")
        turn += 1
    ending = player.state["game_end"]
    print(f"room {room}: {len(player.state['moves'])} moves, winner {ending['winner']}, {ending['reason']}")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    main(sys.argv[1])
