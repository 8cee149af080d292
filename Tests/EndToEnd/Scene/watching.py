"""Runs a command at a terminal of so many columns: watching.py COLUMNS TEXT TIMES COMMAND...

Presses Ctrl-C when TEXT has been shown TIMES times, and prints all that the terminal was sent. Ends as the command does.
"""

import fcntl
import os
import pty
import struct
import sys
import termios

columns, text, times, command = int(sys.argv[1]), sys.argv[2].encode(), int(sys.argv[3]), sys.argv[4:]
child, terminal = pty.fork()
if child == 0:
    fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
    os.execv(command[0], command)
shown, is_ended = b"", False
while True:
    try:
        some = os.read(terminal, 4096)
    except OSError:
        break
    if not some:
        break
    shown += some
    if not is_ended and shown.count(text) >= times:
        os.write(terminal, b"\x03")
        is_ended = True
status = os.waitpid(child, 0)[1]
sys.stdout.buffer.write(shown)
sys.stdout.flush()
sys.exit(os.waitstatus_to_exitcode(status))
