"""What docker talks to, as far as `docker pull` needs it: docker_engine.py.

It prints its address when it is open, and then, for each pull, the credential that docker brought for the registry.
"""

import base64
import http.server
import json


class Handler(http.server.BaseHTTPRequestHandler):
    def log_message(self, *_):
        pass

    def answer(self, value):
        body = json.dumps(value).encode()
        self.send_response(200)
        self.send_header("Api-Version", "1.41")
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def do_GET(self):
        self.answer({"ApiVersion": "1.41", "MinAPIVersion": "1.24", "Os": "linux", "Arch": "amd64"})

    do_HEAD = do_GET

    def do_POST(self):
        text = self.headers.get("X-Registry-Auth", "")
        padded = text + "=" * (-len(text) % 4)
        print(base64.urlsafe_b64decode(padded).decode() or "{}", flush=True)
        self.answer({"status": "pulled"})


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print(f"tcp://127.0.0.1:{server.server_port}", flush=True)
server.serve_forever()
