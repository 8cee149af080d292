"""A server whose tokens hold every character that RFC 6749 Appendix A.12 allows, on a free port of this machine.

Any POST is answered by such a token, any GET by what came: the `Authorization` header and the query, as JSON. The first
line of standard output is the address.
"""

import http.server
import json
import urllib.parse

TOKEN = "".join(map(chr, range(0x21, 0x7F))) + "''\"\"\\\\$(exit9)`exit9`"


class Server(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        self.answer({"access_token": TOKEN, "token_type": "Bearer", "expires_in": 3600})

    def do_GET(self):
        query = urllib.parse.urlsplit(self.path).query
        header = self.headers["Authorization"] or ""
        parameters = dict(urllib.parse.parse_qsl(query, keep_blank_values=True))
        self.answer({
            "by_header": header == "Bearer " + TOKEN, "by_query": parameters.get("oauth_token") == TOKEN,
            "version": parameters.get("v"),
        })

    def answer(self, value):
        body = json.dumps(value).encode() + b"\n"
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server)
print(f"http://127.0.0.1:{server.server_port}", flush=True)
server.serve_forever()
