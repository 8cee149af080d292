"""An OAuth 2 provider whose refresh waits for a file, which it then removes: slow_provider.py FILE.

It sends every user back with a code at once, rotates its refresh tokens, and ends the grant at the second use of one. It
prints its address when it is open, and "refreshing" when a refresh begins. With the scope "slow" the exchange of the code
waits too, and it prints "exchanging".
"""

import http.server
import json
import os
import sys
import time
import urllib.parse

FILE = sys.argv[1]
CURRENT = {"number": 0}


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
        query = dict(urllib.parse.parse_qsl(url.query))
        if url.path == "/authorize":
            code = "slow-code" if query.get("scope") == "slow" else "a-code"
            back = urllib.parse.urlencode({"code": code, "state": query["state"]})
            return self.answer(302, {}, f"{query['redirect_uri']}?{back}")
        return self.answer(200, {"id": "73001"})

    def wait(self, what):
        print(what, flush=True)
        while not os.path.exists(FILE):
            time.sleep(0.02)
        os.remove(FILE)

    def do_POST(self):
        form = dict(urllib.parse.parse_qsl(self.rfile.read(int(self.headers["Content-Length"])).decode()))
        if form["grant_type"] == "refresh_token":
            if form["refresh_token"] != f"refresh-{CURRENT['number']}":
                return self.answer(400, {"error": "invalid_grant"})
            CURRENT["number"] += 1
            self.wait("refreshing")
        elif form.get("code") == "slow-code":
            self.wait("exchanging")
        return self.answer(200, {
            "access_token": f"access-{CURRENT['number']}", "token_type": "Bearer", "expires_in": 3600,
            "refresh_token": f"refresh-{CURRENT['number']}"})


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print(f"http://127.0.0.1:{server.server_port}", flush=True)
server.serve_forever()
