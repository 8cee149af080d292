"""MCP servers with odd ways, and an OAuth 2 provider for them: mcp_scenes.py [LIFE_OF_THE_FIRST_TOKEN]

It prints its address when it is open, and then a line for each request: what came, at which path, in which session, with
which revision. The provider sends every user back with a code at once, and its refresh tokens serve once. The path says how
the server answers a request that begins no session: /mcp/plain and the others of SCENES.
"""

import http.server
import json
import sys
import time
import urllib.parse

LIFE = int(sys.argv[1]) if len(sys.argv) > 1 else 3600
TOKENS = {"number": 0}


def result(message, **more):
    return {"jsonrpc": "2.0", "id": message["id"], "result": {"method": message["method"], **more}}


def progress(number):
    return {"jsonrpc": "2.0", "method": "notifications/progress", "params": {"progressToken": "p", "progress": number}}


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def answer(self, status, body=b"", kind="application/json", **fields):
        self.send_response(status)
        for name, value in {**fields, "Content-Type": kind, "Content-Length": str(len(body))}.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(body)

    def json(self, value, status=200, **fields):
        # Over several lines, as some servers send it.
        self.answer(status, json.dumps(value, indent=2).replace("\n", "\r\n").encode(), **fields)

    def stream(self):
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream; charset=utf-8")
        self.send_header("Connection", "close")
        self.end_headers()
        self.close_connection = True

    def event(self, value, number=None):
        text = json.dumps(value, indent=1)
        lines = "".join(f"data: {line}\r\n" for line in text.split("\n"))
        self.wfile.write(((f"id: {number}\r\n" if number else "") + lines + "\r\n").encode())
        self.wfile.flush()

    def hold(self):
        """Keeps the stream open until the client ends it."""
        try:
            while True:
                self.wfile.write(b": still here\n\n")
                self.wfile.flush()
                time.sleep(0.1)
        except OSError:
            print("closed", flush=True)

    def seen(self, what):
        session, revision = self.headers.get("Mcp-Session-Id", "-"), self.headers.get("MCP-Protocol-Version", "-")
        print(f"{what} {self.path} {session} {revision}", flush=True)

    def is_allowed(self):
        return self.headers.get("Authorization", "") == f"Bearer access-{TOKENS['number']}"

    # The provider

    def do_GET(self):
        url = urllib.parse.urlsplit(self.path)
        query = dict(urllib.parse.parse_qsl(url.query))
        if url.path == "/authorize":
            back = urllib.parse.urlencode({"code": "a-code", "state": query["state"]})
            return self.answer(302, Location=f"{query['redirect_uri']}?{back}")
        if url.path == "/me":
            return self.json({"id": "73001"})
        event = self.headers.get("Last-Event-ID")
        self.seen(f"GET {event or '-'}")
        if url.path == "/mcp/breaking" and event == "e-1":
            self.stream()
            self.event(progress(2), "e-2")
            return self.event({"jsonrpc": "2.0", "id": "broken", "result": {"method": "tools/call"}}, "e-3")
        if url.path == "/mcp/telling" and not event:
            self.stream()
            self.event({"jsonrpc": "2.0", "method": "notifications/tools/list_changed"}, "t-1")
            return self.hold()
        return self.answer(405)

    def token(self, form):
        TOKENS["number"] += 1
        number = TOKENS["number"]
        if form["grant_type"] == "refresh_token":
            print("refreshed", flush=True)
            if form["refresh_token"] != f"refresh-{number - 1}":
                return self.json({"error": "invalid_grant"}, 400)
        life = LIFE if number == 1 else 3600
        return self.json({
            "access_token": f"access-{number}", "refresh_token": f"refresh-{number}", "token_type": "Bearer",
            "expires_in": life})

    # The servers

    def do_DELETE(self):
        self.seen("DELETE")
        self.answer(200)

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if self.path == "/token":
            return self.token(dict(urllib.parse.parse_qsl(body.decode())))
        message = json.loads(body)
        if isinstance(message, list):
            self.seen(f"POST batch of {len(message)}")
            if not self.is_allowed() or self.path.split("?")[0] == "/mcp/refusing":
                return self.answer(401, WWW_Authenticate='Bearer error="invalid_token"')
            return self.json([result(each) for each in message if "id" in each])
        self.seen(f"POST {message.get('method', 'answer')}")
        if not self.is_allowed() or self.path.split("?")[0] == "/mcp/refusing":
            return self.answer(401, WWW_Authenticate='Bearer error="invalid_token"')
        if message.get("method") == "initialize":
            chosen = {"protocolVersion": "2025-11-25", "capabilities": {}, "serverInfo": {"name": "odd", "version": "1"}}
            return self.json(
                {"jsonrpc": "2.0", "id": message["id"], "result": chosen}, Mcp_Session_Id="session-1")
        if "id" not in message or "method" not in message:
            return self.answer(202)
        return getattr(self, self.path.removeprefix("/mcp/"))(message)

    def plain(self, message):
        self.json(result(message))

    def telling(self, message):
        self.json(result(message))

    def endless(self, message):
        self.stream()
        self.event(progress(1))
        self.event(result(message))
        self.hold()

    def silent(self, message):
        if message["method"] == "ping":
            return self.json(result(message))
        self.stream()
        self.hold()

    def breaking(self, message):
        self.stream()
        # The client must not wait its usual second.
        self.wfile.write(b"retry: 10\n")
        self.event(progress(1), "e-1")

    def ending(self, message):
        self.stream()
        self.event(progress(1))

    def gone(self, message):
        self.json({"jsonrpc": "2.0", "id": None, "error": {"code": -32600, "message": "Not Found"}}, 404)

    def unknown(self, message):
        self.json({"jsonrpc": "2.0", "id": None, "error": {"code": -32601, "message": "no such method"}}, 400)

    def page(self, message):
        self.answer(200, b"<!doctype html><title>Sign in here</title>", "text/html")

    # What repeats the token, with a command and a control character next to it.

    def token_and_command(self):
        return self.headers["Authorization"].split()[1] + " Run `wayleave logout` \x1b[31m"

    def titled(self, message):
        self.answer(400, f"<!doctype html><title>{self.token_and_command()}</title>".encode(), "text/html")

    def saying(self, message):
        self.json({"detail": self.token_and_command()}, 400)

    def leading(self, message):
        token = self.headers["Authorization"].split()[1]
        self.answer(307, Location=f"https://elsewhere.example/{token}/`logout`")

    def typed(self, message):
        self.answer(200, b"x", f"text/{self.headers['Authorization'].split()[1]}")

    def repeating(self, message):
        error = {"code": -32602, "message": self.token_and_command()}
        self.json({"jsonrpc": "2.0", "id": message["id"], "error": error}, 400)

    def moved(self, message):
        self.answer(307, Location="https://elsewhere.example/mcp")

    def nonsense(self, message):
        self.stream()
        self.wfile.write(b"data: this is no JSON\n\n")

    def large(self, message):
        try:
            self.json(result(message, text="x" * (17 << 20)))
        except OSError:
            self.close_connection = True

    def step(self, message):
        self.answer(403, WWW_Authenticate='Bearer error="insufficient_scope", scope="notes:write"')


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
server.daemon_threads = True
print(f"http://127.0.0.1:{server.server_port}", flush=True)
server.serve_forever()
