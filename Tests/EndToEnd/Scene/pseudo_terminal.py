"""A command at a terminal of its own, for the scripts of this folder."""

import os
import pty
import sys
import termios


class PseudoTerminal:
    """A command that runs at a terminal; `prepare` is called in its process, before the command begins."""

    def __init__(self, command, prepare=lambda: None):
        self.shown = b""
        self.child, self.descriptor = pty.fork()
        if self.child == 0:
            prepare()
            os.execvp(command[0], command)

    def read(self):
        """Adds what the command shows next to `shown`; false when it has ended."""
        try:
            some = os.read(self.descriptor, 4096)
        except OSError:
            return False
        self.shown += some
        return bool(some)

    def wait_for_silence(self):
        """Waits until the terminal does not echo: a prompt is shown before that, and what was typed until then is lost."""
        while termios.tcgetattr(self.descriptor)[3] & termios.ECHO:
            pass

    def type(self, text):
        os.write(self.descriptor, text)

    def end(self):
        """Prints all that was shown, and gives the status with which the command ended."""
        status = os.waitstatus_to_exitcode(os.waitpid(self.child, 0)[1])
        sys.stdout.buffer.write(self.shown)
        sys.stdout.flush()
        return status
