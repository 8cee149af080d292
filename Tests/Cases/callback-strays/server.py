#!/usr/bin/env python3
"""Does at the program's listener what browsers do there besides the callback.
Usage: server.py PORT silent|asks|six   (listens on 127.0.0.1 only; each request is one line on standard output)
silent: twelve connections that say nothing. asks: OPTIONS with the callback's own URL. six: the callback comes to ::1."""
import json, socket, sys, urllib.parse as up
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

PORT, WORD = int(sys.argv[1]), sys.argv[2]
BASE, SILENT = f"http://127.0.0.1:{PORT}", []


def call(host, port, method, target, fields="", name="localhost"):
    """A request at the listener, written by hand; gives the status."""
    with socket.create_connection((host, port), timeout=5) as s:
        s.sendall(f"{method} {target} HTTP/1.1\r\nHost: {name}:{port}\r\n{fields}Connection: close\r\n\r\n".encode())
        s.settimeout(10)
        return s.recv(4000).split(b" ")[1].decode()


def can_bind(host):
    with socket.socket(socket.AF_INET6) as s:
        try: return s.bind((host, 0)) is None
        except OSError: return False


class Handler(BaseHTTPRequestHandler):
    log_message = lambda *_: None

    def reply(self, status, body, *headers):
        body = json.dumps(body).encode()
        self.send_response(status)
        for name, value in [("Content-Type", "application/json"), ("Content-Length", str(len(body))), *headers]: self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def run(self):
        path, _, query = self.path.partition("?")
        query = dict(up.parse_qsl(query))
        self.rfile.read(int(self.headers.get("Content-Length") or 0))
        print(self.command, self.path, flush=True)
        if path == "/.well-known/oauth-authorization-server":
            return self.reply(200, {"issuer": BASE, "authorization_endpoint": BASE + "/authorize", "token_endpoint": BASE + "/token",
                                    "response_types_supported": ["code"], "code_challenge_methods_supported": ["S256"]})
        if path == "/authorize":
            to = up.urlsplit(query["redirect_uri"])
            answer = up.urlencode({"code": "c0de", "state": query["state"]})
            target = to.path + "?" + answer
            if WORD == "silent": SILENT.extend(socket.create_connection((to.hostname, to.port)) for _ in range(12))
            if WORD == "asks":
                asks = f"Origin: {BASE}\r\nAccess-Control-Request-Method: GET\r\nAccess-Control-Request-Private-Network: true\r\n"
                print("OPTIONS answered", call("127.0.0.1", to.port, "OPTIONS", target, asks, to.hostname), flush=True)
            if WORD == "six":
                try: call("::1", to.port, "GET", target)
                except OSError:
                    # Only where this machine has no ::1 may nothing answer there.
                    if can_bind("::1"): raise
                    call("127.0.0.1", to.port, "GET", target)
                return self.reply(200, {})
            return self.reply(302, {}, ("Location", query["redirect_uri"] + "?" + answer))
        if path == "/token":
            return self.reply(200, {"access_token": "at", "token_type": "Bearer", "expires_in": 3600, "scope": "x"})
        self.reply(404, {})

    do_GET = do_POST = run


ThreadingHTTPServer(("127.0.0.1", PORT), Handler).serve_forever()
