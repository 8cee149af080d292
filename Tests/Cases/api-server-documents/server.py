#!/usr/bin/env python3
"""An API at /mcp, and its server, whose issuer has a path and whose document is at one of the three places of MCP.
Usage: server.py PORT [--second | --third]   (listens on 127.0.0.1 only; each request is one line on standard error)"""
import json, sys, urllib.parse as up
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

BASE = "http://127.0.0.1:%d" % int(sys.argv[1])
PLACES = ["/.well-known/oauth-authorization-server/tenant", "/.well-known/openid-configuration/tenant", "/tenant/.well-known/openid-configuration"]
PLACE = PLACES[2 if "--third" in sys.argv else 1 if "--second" in sys.argv else 0]
METADATA = {"issuer": BASE + "/tenant", "authorization_endpoint": BASE + "/authorize", "token_endpoint": BASE + "/token",
            "registration_endpoint": BASE + "/register", "jwks_uri": BASE + "/keys", "scopes_supported": ["tools"],
            "response_types_supported": ["code"], "code_challenge_methods_supported": ["S256"], "token_endpoint_auth_methods_supported": ["none"]}


class Handler(BaseHTTPRequestHandler):
    log_message = lambda *_: None

    def reply(self, status, body, headers=()):
        body = json.dumps(body).encode()
        self.send_response(status)
        for name, value in [("Content-Type", "application/json"), ("Content-Length", str(len(body)))] + list(headers):
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def run(self):
        path, _, query = self.path.partition("?")
        query = dict(up.parse_qsl(query))
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()
        print(self.command, self.path, body, file=sys.stderr, flush=True)
        if path == "/mcp":
            return self.reply(401, {}, [("WWW-Authenticate", 'Bearer resource_metadata="%s/meta"' % BASE)])
        if path == "/meta":
            return self.reply(200, {"resource": BASE + "/mcp", "authorization_servers": [BASE + "/tenant"], "scopes_supported": ["tools"]})
        if path == PLACE:
            return self.reply(200, METADATA)
        if path == "/register":
            return self.reply(201, dict(json.loads(body), client_id="c1"))
        if path == "/authorize":
            return self.reply(302, {}, [("Location", query["redirect_uri"] + "?" + up.urlencode({"code": "c0de", "state": query["state"]}))])
        if path == "/token":
            return self.reply(200, {"access_token": "at-1", "token_type": "Bearer", "expires_in": 3600, "refresh_token": "rt-1", "scope": "tools"})
        self.reply(404, {})

    do_GET = do_POST = run


ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Handler).serve_forever()
