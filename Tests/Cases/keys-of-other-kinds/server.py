#!/usr/bin/env python3
"""A key set with keys of kinds that few programs know (others), or with one kid for four keys (names).
Usage: server.py PORT others|names   (listens on 127.0.0.1 only; each request is one line on standard output)"""
import base64, hashlib, json, os, sys, time, urllib.parse as up
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

PORT, WORD = int(sys.argv[1]), sys.argv[2]
BASE, LAST = f"http://127.0.0.1:{PORT}", {}
N = int.from_bytes(base64.b85decode("lw&N~R=1`44kQ3PcSk0O`*y$hO{^rsiM6f224d0AD%}+R_MG<g>>&HDxvY&h4(rU$rr$Y7D!JK)ml|I&dXrg}KbuyP(f-STgIjlkC%A>8jU1F0ccvS81MbP`YQ<fIK#_<Y#6;sgcYakLl>B8%*)(Pn5|MKVvKFFk9xe{UnBc!&T*bY0V1=U6R3%Q7IQ@OlSicekt>cSCa0JF%TpyJeeH&`u57V3?kesLg`#D&)Hm@SQCv%tF13W8S5SeC#+b^2}S1~kWHpsMjNH{3lNoO+`?d`wYtN+_A1)XU6z3@b39+lWN4kjLlRX}V`8zXzNmQYOL"), "big")
D = int.from_bytes(base64.b85decode("3$r{lr4-8c3JPVYUg1&I2s-CY9ag^iMd5hoFp4)X<{8tEeFKPRY<%}iVj+xb^me>S=@)&?GCjaNpbB`(4tKKODS5`6LJ6FsFZfi}g6c*?IBYTV9l(#a{fp%Y&K>N}LPi%{{eDjhs50VYV4Hj+C^$U&9MiHT)8PC9j?n4K!$%7SJS&>w?*+0B%M}}v_DTq+&V>ns0GMoX{d;`iWlGu^3zJ182-$!%xfaay$YaE;ppoiu^PCU?eOaPzE-FA)6bm-4sq6~WEJ-H6X(v?hfsqVx1rk;k2Dyqd_3?E=Ew4f%5`wCI!AM02-Smrj!F%I6GIi0R"), "big")   # a test key, made for this case
b64 = lambda raw: base64.urlsafe_b64encode(raw).rstrip(b"=").decode()
RSA = {"kty": "RSA", "kid": "k1", "e": "AQAB"}
OURS = {**RSA, "n": b64(N.to_bytes(256, "big")), "use": "sig", "alg": "RS256"}
OTHER = {**RSA, "n": b64(b"\xc1" + os.urandom(254) + b"\x01")}
KEYS = {
    "others": [{"kty": "AKP", "kid": "pq", "alg": "ML-DSA-65", "use": "sig", "pub": b64(os.urandom(1952))}, {"kty": "OKP", "crv": "Ed448", "kid": "e", "x": b64(os.urandom(57))},
               {"kty": "EC", "crv": "secp256k1", "kid": "b", "x": b64(os.urandom(32)), "y": b64(os.urandom(32))}, {"kid": "no kty"}, OURS],
    "names": [{**OTHER, "use": "enc", "alg": "RSA-OAEP"}, {**OTHER, "use": "sig", "alg": "RS512"}, OURS, {**OTHER, "use": "sig", "alg": "RS384"}]}


def signed(claims):
    data = b64(json.dumps({"alg": "RS256", "kid": "k1"}).encode()) + "." + b64(json.dumps(claims).encode())
    digest = bytes.fromhex("3031300d060960864801650304020105000420") + hashlib.sha256(data.encode()).digest()
    padded = b"\0\1" + b"\xff" * (253 - len(digest)) + b"\0" + digest
    return data + "." + b64(pow(int.from_bytes(padded, "big"), D, N).to_bytes(256, "big"))


class Handler(BaseHTTPRequestHandler):
    log_message = lambda *_: None

    def reply(self, status, body, *headers):
        body = json.dumps(body).encode()
        self.send_response(status)
        for name, value in [("Content-Type", "application/json"), ("Content-Length", str(len(body))), *headers]: self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def run(self):
        path, _, query = self.path.partition("?")
        query = dict(up.parse_qsl(query))
        self.rfile.read(int(self.headers.get("Content-Length") or 0))
        print(self.command, self.path, flush=True)
        if path == "/.well-known/openid-configuration":
            return self.reply(200, {"issuer": BASE, "authorization_endpoint": BASE + "/authorize", "token_endpoint": BASE + "/token", "jwks_uri": BASE + "/keys",
                                    "response_types_supported": ["code"], "code_challenge_methods_supported": ["S256"],
                                    "subject_types_supported": ["public"], "id_token_signing_alg_values_supported": ["RS256"]})
        if path == "/keys": return self.reply(200, {"keys": KEYS[WORD]})
        if path == "/authorize":
            LAST.update(query)
            return self.reply(302, {}, ("Location", query["redirect_uri"] + "?" + up.urlencode({"code": "c0de", "state": query["state"]})))
        if path == "/token":
            now = int(time.time())
            claims = {"iss": BASE, "sub": "user-1", "aud": "cli", "iat": now, "exp": now + 3600, "nonce": LAST["nonce"]}
            return self.reply(200, {"access_token": "at", "token_type": "Bearer", "expires_in": 3600, "id_token": signed(claims)})
        self.reply(404, {})

    do_GET = do_POST = run


ThreadingHTTPServer(("127.0.0.1", PORT), Handler).serve_forever()
