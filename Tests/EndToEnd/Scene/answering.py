"""Runs a command at a terminal of its own, and answers what it asks: answering.py ANSWERS COMMAND...

ANSWERS is a JSON list of pairs: a prompt, and the line that is typed once it has been shown; a control character is typed
alone. A third text is a file, which is made before the line is typed, and must be gone by then. Prints what the terminal showed. Ends as the command does, or
with 99 when a prompt was never shown.
"""

import json
import os
import sys
import time

from pseudo_terminal import PseudoTerminal

answers, command = json.loads(sys.argv[1]), sys.argv[2:]
terminal, seen = PseudoTerminal(command), 0
while terminal.read():
    while answers and answers[0][0].encode() in terminal.shown[seen:]:
        prompt, answer, *files = answers.pop(0)
        prompt, answer = prompt.encode(), answer.encode()
        seen = terminal.shown.index(prompt, seen) + len(prompt)
        terminal.wait_for_silence()
        for file in files:
            open(file, "w").close()
            end = time.monotonic() + 60
            while os.path.exists(file) and time.monotonic() < end:
                time.sleep(0.02)
        is_control = len(answer) == 1 and answer < b" "
        terminal.type(answer if is_control else answer + b"\n")
status = terminal.end()
sys.exit(99 if answers else status)
