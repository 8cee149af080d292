"""A provider of OAuth 1.0a by oauthlib's endpoints, on a free port of this machine, for one consumer.

Usage: provider.py PUBLIC_KEY_FILE

Takes each of the seven signature methods. `/authorize` allows at once and shows the verifier, as for `oob`; `/me` tells
who the user is to whoever signs in her name, and how it was signed. The first line of standard output is the address.
"""

import http.server
import json
import pathlib
import sys
import urllib.parse

from servers import OAUTHLIB

PLACES = {"/request_token": "temporary", "/access_token": "token", "/authorize": "authorize", "/me": "resource"}
# What is plain http here stays on this machine.
type(OAUTHLIB.validator).enforce_ssl = False


class Provider(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        self.answer()

    def do_POST(self):
        self.answer()

    def answer(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()
        url = f"http://{self.headers['Host']}{self.path}"
        path = urllib.parse.urlsplit(url).path
        said = OAUTHLIB(PLACES[path], url, self.command, body, dict(self.headers), PUBLIC_KEY)
        headers, text = said["headers"], said["body"]
        if path == "/authorize":
            verifier = urllib.parse.parse_qs(text)["oauth_verifier"][0]
            headers, text = {"Content-Type": "text/html"}, f'<p>Your PIN is <code id="pin">{verifier}</code></p>'
        elif path == "/me" and said["status"] == 200:
            method = self.headers["Authorization"].split('oauth_signature_method="')[1].split('"')[0]
            headers, text = {"Content-Type": "application/json"}, json.dumps({"id": "ada", "signed_by": method})
        self.send_response(said["status"])
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(text.encode())))
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, *arguments):
        pass


PUBLIC_KEY = pathlib.Path(sys.argv[1]).read_text(encoding="utf-8")
server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Provider)
print(f"http://127.0.0.1:{server.server_port}", flush=True)
server.serve_forever()
