#!/usr/bin/env python3
"""A server that takes signed statements as grants, each once, and gives them in exchange for an ID token. usage: server.py PORT"""
import http.server, json, sys, urllib.parse
port = int(sys.argv[1]); base = f"http://127.0.0.1:{port}"; used = set()
BEARER = "urn:ietf:params:oauth:grant-type:jwt-bearer"
EXCHANGE = "urn:ietf:params:oauth:grant-type:token-exchange"
ID_JAG = "urn:ietf:params:oauth:token-type:id-jag"

class Handler(http.server.BaseHTTPRequestHandler):
    def log_message(self, *a): pass
    def answer(self, status, body):
        data = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)
    def do_GET(self):
        if self.path == "/.well-known/oauth-authorization-server":
            return self.answer(200, {"issuer": base, "token_endpoint": base + "/t", "grant_types_supported": [BEARER, EXCHANGE],
                "response_types_supported": [], "token_endpoint_auth_methods_supported": ["client_secret_basic"]})
        if self.path == "/api" and self.headers.get("Authorization") == "Bearer at-good": return self.answer(200, {"api": "reached"})
        self.answer(404 if self.path != "/api" else 401, {})
    def do_POST(self):
        form = urllib.parse.parse_qs(self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode())
        form = {name: values[0] for name, values in form.items()}
        if form.get("resource") != base + "/api": return self.answer(400, {"error": "invalid_target"})
        if form.get("grant_type") == EXCHANGE:
            print("exchanged", form.get("requested_token_type") == ID_JAG and form.get("audience") == base, flush=True)
            return self.answer(200, {"access_token": "statement-of-the-company", "issued_token_type": ID_JAG, "token_type": "N_A", "expires_in": 300})
        shown = form.get("assertion", "")
        print("shown", flush=True)
        if form.get("grant_type") != BEARER or not shown.startswith("statement-") or shown in used: return self.answer(400, {"error": "invalid_grant"})
        used.add(shown)
        self.answer(200, {"access_token": "at-good" if shown != "statement-bad" else "at-bad", "token_type": "Bearer", "expires_in": 300})

http.server.ThreadingHTTPServer(("127.0.0.1", port), Handler).serve_forever()
