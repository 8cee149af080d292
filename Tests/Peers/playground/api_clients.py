"""Clients that others wrote at an API that Wayleave guards, of which they know the address alone; users are of Tollgate.

Usage: api_clients.py BASE_URL API_URL
"""

import asyncio
import logging
import os
import re
import sys
from urllib.parse import urlsplit

import httpx2
import requests
from authlib.common.security import generate_token
from authlib.integrations.requests_client import OAuth2Session
from mcp.client.client import Client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.auth import OAuthClientInformationFull
from requests.adapters import HTTPAdapter
from urllib3.util.retry import Retry

from mcp_client import Reader, Shelf
from playground import CALLBACK, PERSON_ID, Browser, Checks, callback

os.environ["AUTHLIB_INSECURE_TRANSPORT"] = "1"


async def mcp(checks, base, api):
    """The MCP SDK finds Tollgate, signs in, calls a tool, and asks for more where a tool needs it."""
    # It registers itself for the scopes of the first challenge alone, and would get no others.
    known = Shelf()
    known.client = OAuthClientInformationFull(
        client_id="tollgate-native", redirect_uris=[CALLBACK], token_endpoint_auth_method="none")
    reader = Reader(base, shelf=known, api=api)
    async with httpx2.AsyncClient(auth=reader.provider(), timeout=10) as http:
        async with Client(streamable_http_client(api, http_client=http)) as client:
            told = await client.call_tool("whoami", {})
            checks.equal("the API knows who calls", told.content[0].text, f"You are {PERSON_ID}.")
            checks.equal("after one page", reader.pages, 1)
            count = await client.call_tool("count", {})
            checks.equal("a tool that needs more asks for it", (count.content[0].text, reader.pages), ("2 scopes", 2))
    # The token of another API of the same issuer, for a client that registers itself.
    other = Reader(base)
    await other.read()
    answer = requests.post(api, json={}, headers={"Authorization": f"Bearer {other.shelf.tokens.access_token}"}, timeout=10)
    checks.equal("a token for another API opens nothing", answer.status_code, 401)
    checks.that("which is said", 'error="invalid_token"' in answer.headers["WWW-Authenticate"], answer.headers)


def authlib(checks, base, api):
    """Authlib signs in at the server that the API's metadata names, for the scopes of the challenge."""
    call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "whoami"}}
    challenge = requests.post(api, json=call, timeout=10).headers["WWW-Authenticate"]
    metadata = requests.get(re.search('resource_metadata="([^"]+)"', challenge)[1], timeout=10).json()
    checks.equal("the metadata is of this API", metadata["resource"], api)
    issuer = urlsplit(metadata["authorization_servers"][0])
    server = requests.get(
        f"{issuer.scheme}://{issuer.netloc}/.well-known/oauth-authorization-server{issuer.path}", timeout=10).json()
    client = OAuth2Session(
        "tollgate-native", redirect_uri=CALLBACK, scope=re.search('scope="([^"]+)"', challenge)[1],
        code_challenge_method="S256", token_endpoint_auth_method="none")
    verifier = generate_token(48)
    url, _ = client.create_authorization_url(server["authorization_endpoint"], code_verifier=verifier, resource=api)
    browser = Browser(base)
    _, location = callback(browser.submit(browser.sign_in(browser.get(url)), decision="allow"))
    client.fetch_token(
        server["token_endpoint"], authorization_response=location, code_verifier=verifier, resource=api)
    answer = client.post(api, json=call, timeout=10)
    checks.that("the API answers Authlib's client", f"You are {PERSON_ID}." in answer.text, answer.text)
    client.revoke_token(server["revocation_endpoint"], token_type_hint="access_token", token=client.token["access_token"])
    again = OAuth2Session(token={"access_token": "made-up", "token_type": "bearer"})
    checks.equal("a made-up token is none", again.post(api, json=call, timeout=10).status_code, 401)


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    logging.disable(logging.CRITICAL)
    checks = Checks()
    # The API may have been started a moment ago.
    with requests.Session() as session:
        session.mount("http://", HTTPAdapter(max_retries=Retry(300, backoff_factor=0.05, backoff_max=0.2)))
        session.get(sys.argv[2], timeout=10)
    base, api = sys.argv[1].rstrip("/"), sys.argv[2]
    checks.run(lambda checks, *places: asyncio.run(mcp(checks, *places)), base, api)
    checks.run(authlib, base, api)
    checks.end()


main()
