"""atproto-oauth, with the identities of the AT Protocol SDK, at the playground's personal data server (PDS).

It starts with a DID or a handle, pushes its requests, binds its tokens to a key, keeps the nonces of server and API apart,
and believes `sub` when the DID names the server. The playground runs with the way origin-is-pds.

Usage: atproto_client.py BASE_URL
"""

import asyncio
import functools
import sys
import urllib.parse

import httpx
from atproto_identity.resolver import AsyncIdResolver
from atproto_oauth import OAuthClient, client, metadata, security
from atproto_oauth.exceptions import OAuthStateError, OAuthTokenError
from atproto_oauth.stores import MemorySessionStore, MemoryStateStore

from playground import CALLBACK, HANDLE, Browser, Checks, callback

SCOPE = "atproto transition:generic"
NAME = HANDLE.replace("_", "-") + ".test"
# AT Protocol, OAuth, Localhost Client Development.
CLIENT_ID = "http://localhost?" + urllib.parse.urlencode({"redirect_uri": CALLBACK, "scope": SCOPE})


def admit_this_machine():
    """It wants https, without a port, and no address of this machine. All else that it checks stays."""
    is_safe_url, validate = security.is_safe_url, security.validate_authserver_metadata
    for module in (client, metadata, security):
        module.is_safe_url = lambda url, allow_localhost=True: is_safe_url(url, True)

    def validated(document, url):
        assert url.startswith(document["issuer"] + "/"), (document["issuer"], url)
        validate({**document, "issuer": "https://pds.test"}, "https://pds.test")

    metadata.validate_authserver_metadata = validated


class Reader:
    """A client in the hands of Zoë, who has a browser."""

    def __init__(self, base, scope=SCOPE):
        self.base = base
        self.client = OAuthClient(CLIENT_ID, CALLBACK, scope, MemoryStateStore(), MemorySessionStore())
        # The playground stands in place of plc.directory, and of the host of a handle.
        self.client._id_resolver = AsyncIdResolver(plc_url=base + "/pds/plc")
        self.client._id_resolver.handle.resolve = self.resolve

    async def resolve(self, handle):
        async with httpx.AsyncClient() as http:
            return (await http.get(f"{self.base}/pds/handles/{handle}")).text

    async def decided(self, who, decision="allow"):
        url, state = await self.client.start_authorization(who)
        browser = Browser(self.base)
        page = browser.submit(browser.sign_in(browser.get(url)), decision=decision)
        answer, _ = callback(page)
        assert answer["state"] == state, answer
        return answer

    async def signed_in(self, who):
        answer = await self.decided(who)
        return await self.client.handle_callback(answer["code"], answer["state"], answer["iss"])

    async def whoami(self, session):
        return await self.client.make_authenticated_request(
            session, "GET", self.base + "/xrpc/com.atproto.server.getSession")


async def life(checks, base):
    reader = Reader(base)
    did = await reader.resolve(NAME)
    for who in (did, NAME):
        session = await reader.signed_in(who)
        checks.equal(f"{who}: the session is of the DID", session.did, did)
        checks.equal(f"{who}: which has the handle", session.handle, NAME)
        checks.equal(f"{who}: and the server", (session.pds_url, session.authserver_iss), (base, base))
        checks.equal(f"{who}: with what was asked for", session.scope, SCOPE)
        checks.that(f"{who}: the server gave a nonce", bool(session.dpop_authserver_nonce))
        answer = await reader.whoami(session)
        checks.equal(f"{who}: the API answers", answer.status_code, 200)
        checks.equal(f"{who}: and knows her", (answer.json()["did"], answer.json()["handle"]), (did, NAME))
        checks.that(f"{who}: its nonce is another", session.dpop_pds_nonce not in (None, session.dpop_authserver_nonce))
    first = (session.access_token, session.refresh_token)
    await reader.client.refresh_session(session)
    checks.that("a renewal brings two other tokens", not {session.access_token, session.refresh_token} & set(first))
    checks.equal("which the API takes", (await reader.whoami(session)).status_code, 200)
    last = session.refresh_token
    await reader.client.revoke_session(session)
    checks.equal("what was revoked it takes no longer", (await reader.whoami(session)).status_code, 401)
    session.refresh_token = last
    try:
        await reader.client.refresh_session(session)
        renewed = True
    except OAuthTokenError:
        renewed = False
    checks.that("nor is it renewed", not renewed)


async def refusals(checks, base):
    reader = Reader(base)
    answer = await reader.decided(NAME, "deny")
    checks.equal("a denial is told in the callback", (answer.get("error"), answer.get("iss")), ("access_denied", base))
    answer = await reader.decided(NAME)
    try:
        await reader.client.handle_callback(answer["code"], answer["state"], "https://elsewhere.invalid")
        seen = None
    except OAuthStateError as error:
        seen = str(error)
    checks.that("another issuer is no sign-in", seen is not None and "Issuer mismatch" in seen, seen)
    try:
        await Reader(base, "transition:generic").client.start_authorization(NAME)
        seen = None
    except OAuthTokenError as error:
        seen = str(error)
    checks.that("without the scope atproto the server takes no request", seen is not None and "invalid_scope" in seen, seen)


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    admit_this_machine()
    checks = Checks()
    for scenario in (life, refusals):
        checks.run(lambda checks, base: asyncio.run(scenario(checks, base)), sys.argv[1].rstrip("/"))
    checks.end()


main()
