"""A camera before a terminal: sees the QR codes of `wayleave login --flow device`, by somebody else's encoder.

camera.py PROGRAM CASES, where CASES is JSON: a list of objects with `length`, how many bytes the provider's address with
the code in it has; `columns` and `rows` of the terminal; `environment` and `options` that are added. Prints a list with
an answer for each: `version` of the picture, or null where there is none; whether it `is_read`, which is that all its
modules are those of the QR code of that address, with four light ones around; how many `rows` below its first line the
cursor stands in the end.
"""

import fcntl
import glob
import http.server
import json
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import threading

import qrcode
from qrcode.util import MODE_8BIT_BYTE, QRData

LINE = re.compile("\x1b\\[30;47m([ ▀▄█]+)\x1b\\[0m")
QUIET_ZONE = 4


class Provider(http.server.BaseHTTPRequestHandler):
    address = ""

    def do_GET(self):
        base = f"http://127.0.0.1:{self.server.server_port}"
        self.answer({
            "issuer": base, "authorization_endpoint": base + "/authorize", "token_endpoint": base + "/token",
            "device_authorization_endpoint": base + "/device", "jwks_uri": base + "/keys",
            "response_types_supported": ["code"],
        })

    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        if self.path != "/device":
            return self.answer({"error": "authorization_pending"}, 400)
        self.answer({
            "device_code": "device-code", "user_code": "WDJB-MJHT", "verification_uri": "https://a.b/",
            "verification_uri_complete": Provider.address, "expires_in": 600, "interval": 5,
        })

    def answer(self, value, status=200):
        body = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def is_asleep(process):
    """Whether no thread of a process runs, or waits for a processor: proc(5)."""
    states = []
    for path in glob.glob(f"/proc/{process}/task/*/stat"):
        try:
            with open(path) as file:
                states.append(file.read().rpartition(")")[2].split()[0])
        except OSError:
            return False
    return all(state == "S" for state in states)


def shown(command, case):
    """What the terminal shows until the program waits."""
    ours, its = pty.openpty()
    fcntl.ioctl(its, termios.TIOCSWINSZ, struct.pack("HHHH", case["rows"], case["columns"], 0, 0))
    environment = os.environ | {"TERM": "xterm-256color"} | case.get("environment", {})
    running = subprocess.Popen(
        command + case.get("options", []), stdin=its, stdout=its, stderr=its, env=environment, start_new_session=True)
    os.close(its)
    seen, silent = b"", 0
    # The program says all it has to say at once, and then waits: then nothing comes, and all its threads sleep.
    while silent < 5:
        is_said = b"yourself." in seen
        if select.select([ours], [], [], 0.02 if is_said else 120)[0]:
            try:
                seen, silent = seen + os.read(ours, 65536), 0
            except OSError:
                break
        elif not is_said:
            break
        else:
            silent = silent + 1 if is_asleep(running.pid) else 0
    running.send_signal(signal.SIGINT)
    running.wait()
    os.close(ours)
    return seen.decode().split("\r\n")


def modules(lines):
    """The picture as rows of modules, dark ones true."""
    rows = []
    for line in lines:
        rows.append([character in "█▀" for character in line])
        rows.append([character in "█▄" for character in line])
    return rows


def inside_quiet_zone(rows):
    """The picture without the border; None where that is not light."""
    size = len(rows[0]) - 2 * QUIET_ZONE
    inner = range(QUIET_ZONE, QUIET_ZONE + size)
    for row, cells in enumerate(rows):
        for column, dark in enumerate(cells):
            if dark and (row not in inner or column not in inner):
                return None
    if len(rows) < size + 2 * QUIET_ZONE:
        return None
    return [[rows[row][column] for column in inner] for row in inner]


def is_code_of(text, picture, version):
    for mask in range(8):
        code = qrcode.QRCode(
            version=version, error_correction=qrcode.ERROR_CORRECT_L, border=0, mask_pattern=mask)
        code.add_data(QRData(text.encode(), mode=MODE_8BIT_BYTE))
        code.make(fit=False)
        if code.get_matrix() == picture:
            return True
    return False


def seen(program, issuer, case):
    Provider.address = ("https://a.b/?" + "c" * case["length"])[:case["length"]]
    screen = shown([program, "login", issuer, "--flow", "device", "--client-id", "x"], case)
    matches = [LINE.fullmatch(line) for line in screen]
    lines = [match.group(1) for match in matches if match]
    if not lines:
        return {"version": None, "is_read": False, "rows": 0}
    first = next(index for index, match in enumerate(matches) if match)
    picture = inside_quiet_zone(modules(lines))
    version = (len(lines[0]) - 2 * QUIET_ZONE - 17) // 4
    return {
        "version": version, "is_read": picture is not None and is_code_of(Provider.address, picture, version),
        "rows": len(screen) - first,
    }


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Provider)
threading.Thread(target=server.serve_forever, daemon=True).start()
issuer = f"http://127.0.0.1:{server.server_port}"
print(json.dumps([seen(sys.argv[1], issuer, case) for case in json.loads(sys.argv[2])]))
