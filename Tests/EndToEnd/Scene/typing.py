"""Runs a command at a terminal of its own, and types there: typing.py PROMPT TEXT COMMAND...

TEXT is typed when PROMPT has been shown, its \\n, \\x03 and \\x04 as Enter, Ctrl-C and Ctrl-D. Prints what the terminal
showed and, last, whether it echoes. Ends as the command does.
"""

import os
import pty
import sys
import termios
import time

prompt, text, command = sys.argv[1].encode(), sys.argv[2].encode().decode("unicode_escape").encode(), sys.argv[3:]
child, terminal = pty.fork()
if child == 0:
    os.execv(command[0], command)
shown, is_typed = b"", False
while True:
    try:
        some = os.read(terminal, 4096)
    except OSError:
        break
    if not some:
        break
    shown += some
    if not is_typed and prompt in shown:
        # The prompt is shown before the terminal is told to be silent, and that throws away what was typed until then.
        while text and termios.tcgetattr(terminal)[3] & termios.ECHO:
            pass
        # In pieces: a terminal holds 4095 bytes that were not read yet.
        for start in range(0, len(text), 1000):
            os.write(terminal, text[start:start + 1000])
            time.sleep(0.05)
        is_typed = True
        echoes = None
status = os.waitpid(child, 0)[1]
sys.stdout.buffer.write(shown)
print("is typed" if is_typed else "was never asked")
sys.exit(os.waitstatus_to_exitcode(status))
