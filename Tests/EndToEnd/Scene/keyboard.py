"""Runs a command at a terminal of its own, and types there: keyboard.py PROMPT TEXT COMMAND...

TEXT is typed when PROMPT has been shown, its \\n, \\x03 and \\x04 as Enter, Ctrl-C and Ctrl-D. Prints what the terminal
showed and, last, whether it echoes. Ends as the command does.
"""

import sys
import time

from pseudo_terminal import PseudoTerminal

prompt, text, command = sys.argv[1].encode(), sys.argv[2].encode().decode("unicode_escape").encode(), sys.argv[3:]
terminal, is_typed = PseudoTerminal(command), False
while terminal.read():
    if not is_typed and prompt in terminal.shown:
        if text:
            terminal.wait_for_silence()
        # In pieces: a terminal holds 4095 bytes that were not read yet.
        for start in range(0, len(text), 1000):
            terminal.type(text[start:start + 1000])
            time.sleep(0.05)
        is_typed = True
status = terminal.end()
print("is typed" if is_typed else "was never asked")
sys.exit(status)
