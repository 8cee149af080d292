"""Runs a command at a terminal of so many columns: watching.py COLUMNS TEXT TIMES COMMAND...

Presses Ctrl-C when TEXT has been shown TIMES times, and prints all that the terminal was sent. Ends as the command does.
"""

import fcntl
import struct
import sys
import termios

from pseudo_terminal import PseudoTerminal

columns, text, times, command = int(sys.argv[1]), sys.argv[2].encode(), int(sys.argv[3]), sys.argv[4:]
size = struct.pack("HHHH", 40, columns, 0, 0)
terminal, is_ended = PseudoTerminal(command, lambda: fcntl.ioctl(0, termios.TIOCSWINSZ, size)), False
while terminal.read():
    if not is_ended and terminal.shown.count(text) >= times:
        terminal.type(b"\x03")
        is_ended = True
sys.exit(terminal.end())
