"""An OAuth 2 provider with codes for other devices, whose user has a name in Hebrew letters: device_provider.py CODE.

It prints its address when it is open. The code is pending at the first two questions, and allowed at the third.
"""

import http.server
import json
import sys
import urllib.parse

USER_CODE = sys.argv[1]
ASKED = {"times": 0}


class Handler(http.server.BaseHTTPRequestHandler):
    def log_message(self, *_):
        pass

    def answer(self, status, value):
        body = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        self.answer(200, {"id": "73001", "name": "עדה"})

    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        if self.path == "/device_authorization":
            page = f"http://127.0.0.1:{self.server.server_port}/device"
            return self.answer(200, {
                "device_code": "a-device-code", "user_code": USER_CODE, "verification_uri": page,
                "verification_uri_complete": f"{page}?user_code={urllib.parse.quote(USER_CODE)}", "expires_in": 900,
                "interval": 1})
        ASKED["times"] += 1
        if ASKED["times"] < 3:
            return self.answer(400, {"error": "authorization_pending"})
        return self.answer(200, {"access_token": "an-access-token", "token_type": "Bearer", "expires_in": 3600})


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print(f"http://127.0.0.1:{server.server_port}", flush=True)
server.serve_forever()
