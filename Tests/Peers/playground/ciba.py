"""A foreign client asks at Tollgate by CIBA, polling and pinged: every message is made and read by idpyoidc.

What is signed is signed and verified by cryptojwt. Usage: ciba.py BASE_URL
"""

import http.server
import queue
import secrets
import sys
import threading
import time

import requests
from cryptojwt import KeyJar
from cryptojwt.jwk.ec import new_ec_key
from idpyoidc.message.oidc import IdToken
from idpyoidc.message.oidc.backchannel_authentication import (
    AuthenticationRequest, AuthenticationRequestJWT, AuthenticationResponse, NotificationRequest, TokenRequest)

from playground import HANDLE, PERSON_ID, Browser, Checks, FormReader

BANK, BANK_SECRET = "tollgate-bank", "tollgate-bank-secret-not-real"
CIBA = "urn:openid:params:grant-type:ciba"


class Server:
    """What discovery says of the server."""

    def __init__(self, base):
        self.base = base
        self.metadata = requests.get(f"{base}/tollgate/.well-known/openid-configuration", timeout=10).json()
        self.keys = KeyJar()
        self.keys.import_jwks(requests.get(self["jwks_uri"], timeout=10).json(), self["issuer"])

    def __getitem__(self, name):
        return self.metadata[name]

    def ask(self, request, client, mode="poll"):
        request.verify(mode=mode)
        return requests.post(
            self["backchannel_authentication_endpoint"], data=request.to_urlencoded(), auth=client, timeout=10,
            headers={"Content-Type": "application/x-www-form-urlencoded"})

    def poll(self, name, client):
        request = TokenRequest(grant_type=CIBA, auth_req_id=name)
        request.verify()
        return requests.post(self["token_endpoint"], data=request.to_dict(), auth=client, timeout=10)

    def subject(self, tokens, client_id):
        """Whom the ID token names, verified."""
        token = IdToken().from_jwt(tokens["id_token"], keyjar=self.keys, sender=self["issuer"])
        token.verify(iss=self["issuer"], client_id=client_id, allowed_sign_alg="RS256")
        return token["sub"]


class Notifications(http.server.ThreadingHTTPServer):
    """The client's own server."""

    def __init__(self):
        self.received = queue.Queue()
        super().__init__(("127.0.0.1", 0), Notified)
        self.address = f"http://127.0.0.1:{self.server_port}/told?by=tollgate"
        threading.Thread(target=self.serve_forever, daemon=True).start()


class Notified(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        self.server.received.put((self.path, self.headers["Authorization"], self.headers["Content-Type"], body))
        self.send_response(204)
        self.end_headers()

    def log_message(self, *arguments):
        pass


def register(server, **members):
    answer = requests.post(
        server["registration_endpoint"], json={"grant_types": [CIBA], "client_name": "A foreign bank", **members},
        timeout=10)
    return answer


def answer(server, decision):
    """Looks at the telephone as Zoë, and answers; gives what the page of the question said."""
    browser = Browser(server.base)
    page = browser.sign_in(browser.submit(browser.get(f"{server.base}/tollgate/telephone"), decision="continue"))
    browser.submit(page, decision=decision)
    return FormReader(page.text).texts


def begun(checks, answer):
    response = AuthenticationResponse().from_json(answer.text)
    response.verify()
    checks.equal("the time and the pace", (response["expires_in"], response["interval"]), (600, 5))
    return response["auth_req_id"]


def polling(checks, server):
    client = (BANK, BANK_SECRET)
    request = AuthenticationRequest(scope=["openid", "notes.read"], login_hint=HANDLE, binding_message="W4SCT")
    name = begun(checks, server.ask(request, client))
    checks.equal("nobody has answered", server.poll(name, client).json()["error"], "authorization_pending")
    checks.equal("a second poll at once is too soon", server.poll(name, client).json()["error"], "slow_down")
    checks.equal("the page shows what the bank shows", answer(server, "allow").get("message"), "W4SCT")
    # The interval is ten seconds by now. They are over at once, for the provider alone.
    requests.post(server.base + "/playground/clock", json={"advance": 10}, timeout=10).raise_for_status()
    tokens = server.poll(name, client).json()
    checks.equal("the person", server.subject(tokens, BANK), PERSON_ID)
    checks.equal("once", server.poll(name, client).json()["error"], "invalid_grant")
    denied = begun(checks, server.ask(request, client))
    answer(server, "deny")
    checks.equal("denied", server.poll(denied, client).json()["error"], "access_denied")
    again = AuthenticationRequest(scope=["openid"], id_token_hint=tokens["id_token"])
    again.verify(keyjar=server.keys, sender=server["issuer"])
    begun(checks, requests.post(
        server["backchannel_authentication_endpoint"], auth=client, timeout=10,
        data={"scope": "openid", "id_token_hint": tokens["id_token"]}))
    answer(server, "deny")
    two = requests.post(
        server["backchannel_authentication_endpoint"], auth=client, timeout=10,
        data={"scope": "openid", "login_hint": HANDLE, "id_token_hint": tokens["id_token"]})
    checks.equal("one hint, and only one", two.json()["error"], "invalid_request")


def pinged(checks, server):
    notifications = Notifications()
    ping = {"backchannel_token_delivery_mode": "ping"}
    checks.equal("a ping wants an address", register(server, **ping).json()["error"], "invalid_client_metadata")
    ping["backchannel_client_notification_endpoint"] = notifications.address
    registered = register(server, **ping).json()
    client = (registered["client_id"], registered["client_secret"])
    request = AuthenticationRequest(scope=["openid"], login_hint=HANDLE)
    checks.equal("a ping wants a token", server.ask(request, client).json()["error"], "invalid_request")
    token = secrets.token_urlsafe(32)
    request["client_notification_token"] = token
    name = begun(checks, server.ask(request, client, mode="ping"))
    answer(server, "allow")
    path, authorization, content_type, body = notifications.received.get(timeout=10)
    checks.equal("the address and the token", (path, authorization), ("/told?by=tollgate", f"Bearer {token}"))
    checks.equal("it is JSON", content_type, "application/json")
    notification = NotificationRequest().from_json(body)
    notification.verify()
    checks.equal("about this request, and nothing else", notification.to_dict(), {"auth_req_id": name})
    checks.equal("the person", server.subject(server.poll(name, client).json(), client[0]), PERSON_ID)
    checks.that("told once", notifications.received.empty())


def signed(checks, server):
    own = new_ec_key(crv="P-256", kid="bank", alg="ES256", use="sig")
    registered = register(
        server, backchannel_token_delivery_mode="poll", backchannel_authentication_request_signing_alg="ES256",
        jwks={"keys": [own.serialize()]}).json()
    client = (registered["client_id"], registered["client_secret"])
    now = int(time.time())
    parameters = AuthenticationRequestJWT(
        iss=client[0], aud=[server["issuer"]], iat=now, nbf=now, exp=now + 300, jti=secrets.token_urlsafe(16),
        scope=["openid"], login_hint=HANDLE, binding_message="signed", requested_expiry=600)
    jwt = parameters.to_jwt(key=[own], algorithm="ES256")

    def send(**form):
        return requests.post(server["backchannel_authentication_endpoint"], data=form, auth=client, timeout=10)

    checks.equal("unsigned", send(scope="openid", login_hint=HANDLE).json()["error"], "invalid_request")
    checks.equal("something beside it", send(request=jwt, scope="openid").json()["error"], "invalid_request")
    begun(checks, send(request=jwt))
    checks.equal("once", send(request=jwt).json()["error"], "invalid_request")
    checks.equal("the page shows what was signed", answer(server, "allow").get("message"), "signed")


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    server = Server(sys.argv[1].rstrip("/"))
    checks = Checks()
    for scenario in [polling, pinged, signed]:
        checks.run(scenario, server)
    checks.end()


main()
