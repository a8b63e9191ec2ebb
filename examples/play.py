#!/usr/bin/env python3
"""Plays a whole game of liuzichong against itself at a Yipan server: python3 play.py 127.0.0.1:8780

A client in Python's standard library alone; docs/protocol.md describes the messages.
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
    """One player: a cookie, a WebSocket and the state of the room."""

    def __init__(self, address):
        self.address = address
        with urllib.request.urlopen(f"http://{address}/api/me") as reply:
            self.cookie = reply.headers["Set-Cookie"].split(";")[0]
        host, port = address.rsplit(":", 1)
        self.socket = socket.create_connection((host, int(port)), timeout=30)
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall(
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
        self.send_message({"type": "hello", "version": 2})
        self.me = self.wait_for("welcome")["you"]["id"]

    def take(self, length):
        data = b""
        while len(data) < length:
            more = self.socket.recv(length - len(data))
            if not more:
                raise SystemExit("the server has closed the connection")
            data += more
        return data

    def send(self, kind, data):
        mask = os.urandom(4)
        size = bytes([0x80 | len(data)]) if len(data) < 126 else b"\xfe" + struct.pack(">H", len(data))
        masked = bytes(byte ^ mask[at % 4] for at, byte in enumerate(data))
        self.socket.sendall(bytes([0x80 | kind]) + size + mask + masked)

    def send_message(self, message):
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

    def wait_for(self, kind):
        """Returns the next message of a type; events on the way are applied."""
        while True:
            message = self.message()
            if message["type"] == "event":
                self.apply(message)
            if message["type"] == kind:
                return message
            if message["type"] == "error" and message["error"]["code"] == "rate-limited":
                time.sleep(0.2)
                self.send_message(self.last)
            elif message["type"] in ("rejected", "error"):
                raise SystemExit(message["error"]["message"])

    def apply(self, message):
        """Applies an event, as far as this player needs it."""
        assert message["seq"] == self.state["seq"], "events come without a gap"
        self.state["seq"] += 1
        event = message["event"]
        for key in ("view", "game_end"):
            if key in event:
                self.state[key] = event[key]
        if event["type"] == "played":
            self.state["moves"].append(event["entry"])

    def join(self, room):
        self.room = room
        self.send_message({"type": "join", "room": room})
        self.state = self.wait_for("state")["state"]

    def command(self, **command):
        self.count += 1
        request = {"type": "command", "room": self.room, "id": str(self.count), "seen": self.state["seq"], "command": command}
        self.send_message(request)
        self.wait_for("ack")


def open_room(client, config):
    request = urllib.request.Request(
        f"http://{client.address}/api/rooms",
        json.dumps(config).encode(),
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
        player.command(type="sit", contribution=os.urandom(32).hex())
    players[0].command(type="start")
    turn = 0
    while True:
        player = players[turn % 2]
        while not player.state.get("game_end") and not (player.state.get("view") or {}).get("actions"):
            player.wait_for("event")
        if player.state.get("game_end"):
            break
        player.command(type="play", action=random.choice(player.state["view"]["actions"]))
        # The player's own move arrives as an event too; wait for it before the opponent's.
        while player.state["view"]["actions"] and not player.state.get("game_end"):
            player.wait_for("event")
        turn += 1
    game_end = player.state["game_end"]
    print(f"room {room}: {len(player.state['moves'])} moves, winner {game_end['winner']}, {game_end['reason']}")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    main(sys.argv[1])
