"""A server of JSON on a free port of this machine, for the scripts beside it."""

import http.server
import json


class JSONAnswers(http.server.BaseHTTPRequestHandler):
    def answer(self, value):
        body = json.dumps(value).encode() + b"\n"
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def serve(handler):
    """Prints the address and answers until the process is ended."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    print(f"http://127.0.0.1:{server.server_port}", flush=True)
    server.serve_forever()
