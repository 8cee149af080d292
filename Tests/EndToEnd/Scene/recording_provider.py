"""An OAuth 2 provider that writes down each secret that it gives or gets: recording_provider.py KNOWN ECHO.

A line of the file KNOWN is what a secret is, and the secret. The endpoint whose path is in the file ECHO refuses, with a text
that repeats all that came. A sign-in with the scope "no" is denied in words that repeat its state. It prints
its address when it is open.
"""

import base64
import http.server
import json
import os
import secrets
import sys
import urllib.parse

KNOWN, ECHO = sys.argv[1:]
NAMES = ["client_secret", "code", "code_verifier", "device_code", "refresh_token", "state", "token"]
PUSHED = {}


def note(name, value):
    with open(KNOWN, "a", encoding="utf-8") as known:
        known.write(f"{name} {value}\n")
    return value


def drawn(name):
    return note(name, secrets.token_hex(24))


class Handler(http.server.BaseHTTPRequestHandler):
    def log_message(self, *_):
        pass

    def answer(self, status, value, location=None):
        body = json.dumps(value).encode()
        self.send_response(status)
        if location:
            self.send_header("Location", location)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        url = urllib.parse.urlsplit(self.path)
        if url.path != "/authorize":
            return self.answer(200, {"id": "73001", "name": "Ada Fenwick"})
        asked = PUSHED[dict(urllib.parse.parse_qsl(url.query))["request_uri"]]
        back = {"state": asked["state"]}
        if asked.get("scope") == "no":
            back |= {"error": "access_denied", "error_description": f"no to {asked['state']}"}
        else:
            back |= {"code": drawn("code")}
        return self.answer(302, {}, f"{asked['redirect_uri']}?{urllib.parse.urlencode(back)}")

    def do_POST(self):
        text = self.rfile.read(int(self.headers["Content-Length"])).decode()
        form = dict(urllib.parse.parse_qsl(text))
        for name in NAMES:
            if name in form:
                note(name, form[name])
        authorization = self.headers.get("Authorization", "")
        if authorization.startswith("Basic "):
            pair = note("basic", authorization[6:])
            note("client_secret", urllib.parse.unquote_plus(base64.b64decode(pair).decode().split(":", 1)[1]))
        if os.path.exists(ECHO) and open(ECHO, encoding="utf-8").read() == self.path:
            return self.answer(400, {"error": "invalid_request", "error_description": f"{text} {authorization}"})
        if self.path == "/par":
            name = f"urn:example:{len(PUSHED)}"
            PUSHED[name] = form
            return self.answer(201, {"request_uri": name, "expires_in": 90})
        if self.path == "/device":
            page = f"http://127.0.0.1:{self.server.server_port}/page"
            return self.answer(200, {
                "device_code": drawn("device_code"), "user_code": "WDJB-MJHT", "verification_uri": page,
                "expires_in": 900, "interval": 1})
        if self.path == "/revoke":
            return self.answer(200, {})
        return self.answer(200, {
            "access_token": drawn("access_token"), "token_type": "Bearer", "expires_in": 3600,
            "refresh_token": drawn("refresh_token")})


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print(f"http://127.0.0.1:{server.server_port}", flush=True)
server.serve_forever()
