"""joserfc and PyJWT as the other side of signed tokens: a list of tasks in, a list of answers out, as JSON. No network.

{"do": "sign", "by": …, "alg": …, "key": {…}, "payload": …}     answers the compact form
{"do": "verify", "by": …, "alg": …, "key": {…}, "compact": …}    answers the payload, or "refused: …"
{"do": "thumbprint", "key": {…}}                                answers the thumbprint
{"do": "forge", "key": {…}}                                     answers forged tokens by their names
"""

import base64
import hashlib
import hmac
import json
import sys

import jwt
from joserfc import jws
from joserfc.jwk import import_key

TWICE = b'{"alg":"RS256","alg":"RS256"}'

def encode(content):
    if not isinstance(content, bytes):
        content = json.dumps(content).encode()
    return base64.urlsafe_b64encode(content).rstrip(b"=").decode()


def sign(task):
    payload = task["payload"].encode()
    if task["by"] == "joserfc":
        return jws.serialize_compact({"alg": task["alg"]}, payload, import_key(task["key"]), algorithms=[task["alg"]])
    return jwt.PyJWS().encode(payload, jwt.PyJWK(task["key"], task["alg"]).key, task["alg"])


def verify(task):
    try:
        if task["by"] == "joserfc":
            key = import_key(task["key"])
            return jws.deserialize_compact(task["compact"], key, algorithms=[task["alg"]]).payload.decode()
        key = jwt.PyJWK(task["key"], task["alg"]).key
        return jwt.PyJWS().decode(task["compact"], key, algorithms=[task["alg"]]).decode()
    except Exception as refusal:
        return f"refused: {refusal}"


def forge(task):
    """Tokens that verify nothing about the key, as those who attack libraries make them; the key is an RSA key."""
    key = import_key(task["key"])
    pem = key.as_pem(private=False)
    public = key.as_dict(private=False)
    claims = {"sub": "mallory"}

    def by_hash(secret):
        text = encode({"alg": "HS256"}) + "." + encode(claims)
        return text + "." + encode(hmac.new(secret, text.encode(), hashlib.sha256).digest())

    def signed(header, by):
        text = encode(header) + "." + encode(claims)
        signer = jwt.get_algorithm_by_name("RS256")
        return text + "." + encode(signer.sign(text.encode(), jwt.PyJWK(by.as_dict(private=True), "RS256").key))

    forger = type(key).generate_key(2048)
    whole = signed({"alg": "RS256"}, key)
    header, payload, signature = whole.split(".")
    return {
        "none": jwt.PyJWS().encode(b"{}", None, "none"),
        "HMAC with the public key in PEM": by_hash(pem),
        "HMAC with the public key in PEM, trimmed": by_hash(pem.strip()),
        "HMAC with the public key as JSON": by_hash(json.dumps(public).encode()),
        "HMAC with the modulus": by_hash(public["n"].encode()),
        "HMAC with nothing": by_hash(b""),
        "the forger's key in the header": signed({"alg": "RS256", "jwk": forger.as_dict(private=False)}, forger),
        "the forger's address in the header": signed({"alg": "RS256", "jku": "https://evil.example/"}, forger),
        "an extension that must be understood": signed({"alg": "RS256", "crit": ["x"], "x": 1}, key),
        "an empty list of extensions": signed({"alg": "RS256", "crit": []}, key),
        "an unencoded payload that was not asked for": signed({"alg": "RS256", "crit": ["b64"], "b64": False}, key),
        "padding in the signature": whole + "==",
        "padding in the payload": f"{header}.{payload}=.{signature}",
        "a line break": f"{header}.{payload}.{signature}\n",
        "a fourth part": whole + ".",
        "no signature": f"{header}.{payload}.",
        "another payload": f"{header}.{encode({'sub': 'eve'})}.{signature}",
        "another algorithm of the same kind": f"{encode({'alg': 'PS256'})}.{payload}.{signature}",
        "two algorithms": encode(TWICE) + f".{payload}.{signature}",
        "the JSON form": json.dumps({"protected": header, "payload": payload, "signature": signature}),
    }


def answer(task):
    if task["do"] == "thumbprint":
        return import_key(task["key"]).thumbprint()
    return {"sign": sign, "verify": verify, "forge": forge}[task["do"]](task)


print(json.dumps([answer(task) for task in json.load(sys.stdin)]))
