"""Starts a program when something connects to a socket, and hands it the socket, as systemd does: sd_listen_fds(3).

Usage: activating.py PATH PROGRAM [WORD]...

The socket names the sender of each message: PassCredentials=yes of systemd.socket(5).
"""

import os
import select
import socket
import sys

path, program = sys.argv[1], sys.argv[2:]
listener = socket.socket(socket.AF_UNIX)
listener.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)
listener.bind(path)
listener.listen()
select.select([listener], [], [])
os.dup2(listener.fileno(), 3)
os.set_inheritable(3, True)
os.environ.update(LISTEN_FDS="1", LISTEN_PID=str(os.getpid()))
os.execv(program[0], program)
