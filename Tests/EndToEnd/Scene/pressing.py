"""Runs a command at a terminal of its own, and presses keys there: pressing.py PROMPT KEYS COMMAND...

Each of KEYS is pressed alone, after a pause, once PROMPT has been shown. Prints all that the terminal was sent. Ends as
the command does.
"""

import sys
import threading
import time

from pseudo_terminal import PseudoTerminal

prompt, keys, command = sys.argv[1].encode(), sys.argv[2], sys.argv[3:]


def press(terminal):
    terminal.wait_for_silence()
    for key in keys:
        time.sleep(0.5)
        terminal.type(key.encode())


terminal, person = PseudoTerminal(command), None
while terminal.read():
    if not person and prompt in terminal.shown:
        person = threading.Thread(target=press, args=(terminal,))
        person.start()
sys.exit(terminal.end())
