"""The keyring of the Linux kernel as a test needs it: keys that are lost, sessions of another kind, and refusals.

Usage: kernel_keyring.py unlink DESCRIPTION...
       kernel_keyring.py as-other-user DESCRIPTION
       kernel_keyring.py other-session COMMAND...
       kernel_keyring.py refusing ERROR CALL COMMAND...

`unlink` removes keys from the keyring of this user, as a restart of the machine would.
`as-other-user` prints the error with which another user is refused when it reads the key by its number.
`other-session` runs a command in a session whose keyring does not have that of the user, as a service of systemd is.
`refusing` runs a command for which the calls named CALL (`add_key`, `keyctl` or `both`) fail with an error such as
EPERM, as in a container.
"""

import ctypes
import errno
import os
import platform
import sys

ADD_KEY, KEYCTL = {"x86_64": (248, 250), "aarch64": (217, 219)}[platform.machine()]
JOIN_SESSION, UNLINK, SEARCH, READ = 1, 9, 10, 11
USER_KEYRING = -4
NO_NEW_PRIVILEGES, SECCOMP, FILTER = 38, 22, 2
LOAD_NUMBER, JUMP_IF_EQUAL, RETURN = 0x20, 0x15, 0x06
ALLOW, FAIL = 0x7FFF0000, 0x00050000

library = ctypes.CDLL(None, use_errno=True)


def keyctl(*arguments):
    result = library.syscall(KEYCTL, *arguments)
    return result if result >= 0 else -ctypes.get_errno()


def found(description):
    return keyctl(SEARCH, USER_KEYRING, b"user", description.encode(), 0)


class Instruction(ctypes.Structure):
    _fields_ = [("code", ctypes.c_uint16), ("yes", ctypes.c_uint8), ("no", ctypes.c_uint8), ("value", ctypes.c_uint32)]


class Filter(ctypes.Structure):
    _fields_ = [("length", ctypes.c_uint16), ("instructions", ctypes.POINTER(Instruction))]


def refuse(calls, error):
    """Has these calls fail in this process and in what it becomes."""
    lines = [Instruction(LOAD_NUMBER, 0, 0, 0)]
    for place, call in enumerate(calls):
        lines.append(Instruction(JUMP_IF_EQUAL, len(calls) - place, 0, call))
    lines += [Instruction(RETURN, 0, 0, ALLOW), Instruction(RETURN, 0, 0, FAIL | error)]
    program = Filter(len(lines), (Instruction * len(lines))(*lines))
    if library.prctl(NO_NEW_PRIVILEGES, 1, 0, 0, 0) or library.prctl(SECCOMP, FILTER, ctypes.byref(program), 0, 0):
        sys.exit("no filter of system calls can be set here")


def main(verb, *rest):
    if verb == "unlink":
        for description in rest:
            key = found(description)
            done = key if key < 0 else keyctl(UNLINK, key, USER_KEYRING)
            print("done" if done >= 0 else errno.errorcode.get(-done, -done))
    elif verb == "as-other-user":
        key = found(rest[0])
        os.setresgid(65534, 65534, 65534)
        os.setresuid(65534, 65534, 65534)
        result = keyctl(READ, key, ctypes.create_string_buffer(64), 64)
        print(errno.errorcode.get(-result, "read"))
    elif verb == "other-session":
        if keyctl(JOIN_SESSION, None) < 0:
            sys.exit("no session keyring can be joined here")
        os.execvp(rest[0], rest)
    elif verb == "refusing":
        calls = {"add_key": [ADD_KEY], "keyctl": [KEYCTL], "both": [ADD_KEY, KEYCTL]}[rest[1]]
        refuse(calls, getattr(errno, rest[0]))
        os.execvp(rest[2], rest[2:])


main(*sys.argv[1:])
