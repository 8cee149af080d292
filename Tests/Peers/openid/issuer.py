"""An issuer that publishes its metadata and keys, and signs tokens by PyJWT; on a free port of this machine.

The first line of standard output is one JSON object: `issuer`, and `tokens` by name, good ones and such as must be
refused. The client is `reader`, the nonce `n-0S6_WzA2Mj`, the API `https://api.example`.
"""

import base64
import hashlib
import http.server
import json
import time

import jwt
from cryptography.hazmat.primitives.asymmetric import ec, rsa

RSA_KEY = rsa.generate_private_key(public_exponent=65537, key_size=2048)
OTHER_KEY = rsa.generate_private_key(public_exponent=65537, key_size=2048)
EC_KEY = ec.generate_private_key(ec.SECP256R1())


def public(algorithm, key, name):
    return {**json.loads(algorithm.to_jwk(key.public_key())), "kid": name, "use": "sig"}


class Issuer(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        documents = {"/.well-known/openid-configuration": metadata(), "/jwks": keys()}
        body = json.dumps(documents.get(self.path, {})).encode()
        self.send_response(200 if self.path in documents else 404)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments):
        pass


def metadata():
    return {
        "issuer": ISSUER, "authorization_endpoint": ISSUER + "/authorize", "token_endpoint": ISSUER + "/token",
        "jwks_uri": ISSUER + "/jwks", "response_types_supported": ["code"], "subject_types_supported": ["public"],
        "id_token_signing_alg_values_supported": ["RS256", "ES256", "HS256"]}


def keys():
    return {"keys": [public(jwt.algorithms.RSAAlgorithm, RSA_KEY, "r"), public(jwt.algorithms.ECAlgorithm, EC_KEY, "e")]}


def sign(claims, key=RSA_KEY, algorithm="RS256", kid="r", **header):
    return jwt.encode(claims, key, algorithm, headers={"kid": kid, **header})


def id_token(changes=(), **how):
    now = int(time.time())
    left = base64.urlsafe_b64encode(hashlib.sha256(b"access-token").digest()[:16]).decode().rstrip("=")
    claims = {
        "iss": ISSUER, "sub": "ada", "aud": "reader", "exp": now + 600, "iat": now - 3000, "nonce": "n-0S6_WzA2Mj",
        "auth_time": now - 3600, "at_hash": left}
    return sign({**claims, **dict(changes)}, **how)


def access_token(changes=(), **how):
    now = int(time.time())
    claims = {
        "iss": ISSUER, "sub": "ada", "aud": "https://api.example", "exp": now + 600, "iat": now - 10, "jti": "1",
        "client_id": "reader", "scope": "read write"}
    claims.update(changes)
    return sign({name: value for name, value in claims.items() if value is not None}, **{"typ": "at+jwt", **how})


def tokens():
    past = int(time.time()) - 86400
    return {
        "good": id_token(), "good_es": id_token(key=EC_KEY, algorithm="ES256", kid="e"),
        "other_key": id_token(key=OTHER_KEY), "other_audience": id_token({"aud": "somebody"}),
        "other_issuer": id_token({"iss": "https://other.example"}), "expired": id_token({"exp": past}),
        "unsigned": jwt.encode({"iss": ISSUER}, None, "none"), "other_nonce": id_token({"nonce": "other"}),
        "hmac": jwt.encode({"iss": ISSUER, "sub": "ada", "aud": "reader"}, "s" * 32, "HS256"),
        "access": access_token(), "access_expired": access_token({"exp": past}),
        "access_other_audience": access_token({"aud": "https://other.example"}),
        "access_other_issuer": access_token({"iss": "https://other.example"}),
        "access_without_client": access_token({"client_id": None}), "access_other_key": access_token(key=OTHER_KEY),
    }


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Issuer)
ISSUER = f"http://127.0.0.1:{server.server_port}"
print(json.dumps({"issuer": ISSUER, "tokens": tokens()}), flush=True)
server.serve_forever()
