"""A Kubernetes API server, as far as `kubectl get --raw` needs it: kubernetes_server.py FOLDER.

It makes a certificate in FOLDER, prints its address when it is open, and answers each request with the bearer token that
came.
"""

import http.server
import json
import pathlib
import ssl
import subprocess
import sys

FOLDER = pathlib.Path(sys.argv[1])


class Handler(http.server.BaseHTTPRequestHandler):
    def log_message(self, *_):
        pass

    def do_GET(self):
        body = json.dumps({"bearer": self.headers.get("Authorization", "").removeprefix("Bearer ")}).encode() + b"\n"
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


FOLDER.mkdir(parents=True)
certificate, key = FOLDER / "server.pem", FOLDER / "server.key"
subprocess.run(
    ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
     "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", certificate],
    check=True, stderr=subprocess.DEVNULL)
server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(certificate, key)
server.socket = context.wrap_socket(server.socket, server_side=True)
print(f"https://127.0.0.1:{server.server_port}", flush=True)
server.serve_forever()
