#!/usr/bin/env python3
"""Answers for tokens as other servers write them; a refresh token is good once.
Usage: server.py PORT odd|inactive|code|blocked|bytes   (listens on 127.0.0.1 only; each request is one line on standard output)"""
import json, sys, urllib.parse as up
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

PORT, WORD = int(sys.argv[1]), sys.argv[2]
BASE = f"http://127.0.0.1:{PORT}"
LAST = {"number": 0, "refreshes": 0}
REFUSALS = {"inactive": (401, {"error": "token_inactive", "error_description": "Token is inactive"}),
            "code": (400, {"code": 400, "error_code": "refresh_token_not_found", "msg": "Invalid Refresh Token: Refresh Token Not Found"})}


class Handler(BaseHTTPRequestHandler):
    log_message = lambda *_: None

    def reply(self, status, body, *headers, kind="application/json"):
        body = body if isinstance(body, bytes) else json.dumps(body).encode()
        self.send_response(status)
        for name, value in [("Content-Type", kind), ("Content-Length", str(len(body))), *headers]: self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def run(self):
        path, _, query = self.path.partition("?")
        query = dict(up.parse_qsl(query))
        form = dict(up.parse_qsl(self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()))
        print(self.command, self.path, form.get("grant_type", ""), flush=True)
        if path == "/.well-known/oauth-authorization-server":
            return self.reply(200, {"issuer": BASE, "authorization_endpoint": BASE + "/authorize", "token_endpoint": BASE + "/token",
                                    "response_types_supported": ["code"], "code_challenge_methods_supported": ["S256"]})
        if path == "/authorize":
            return self.reply(302, {}, ("Location", query["redirect_uri"] + "?" + up.urlencode({"code": "c0de", "state": query["state"]})))
        if path == "/token": return self.token(form)
        self.reply(404, {})

    def token(self, form):
        if form["grant_type"] == "refresh_token":
            LAST["refreshes"] += 1
            if WORD in REFUSALS: return self.reply(*REFUSALS[WORD])
            if WORD == "blocked" and LAST["refreshes"] == 1:
                return self.reply(403, b"<html><title>Request blocked</title></html>", kind="text/html")
            if form["refresh_token"] != LAST["token"]:
                return self.reply(400, {"error": "invalid_grant", "error_description": "used before"})
        LAST["number"] += 1
        tail = "x" * 60000 if WORD == "odd" else ""
        LAST["token"] = f"rt-{LAST['number']}{tail}"
        answer = {"access_token": f"at-{LAST['number']}{tail}", "token_type": "Bearer", "expires_in": 3600, "refresh_token": LAST["token"], "scope": "x"}
        if WORD == "odd":
            answer.update(scope=["x", "user:read"], expires_in={0: 3600, 1: None}.get(LAST["refreshes"], 0))
            if answer["expires_in"] is None: del answer["expires_in"]
        body = json.dumps(answer).encode()
        if WORD == "bytes" and LAST["refreshes"]: body = body.replace(b"rt-", b"rt\xff-")
        self.reply(201 if WORD == "odd" else 200, body)

    do_GET = do_POST = run


ThreadingHTTPServer(("127.0.0.1", PORT), Handler).serve_forever()
