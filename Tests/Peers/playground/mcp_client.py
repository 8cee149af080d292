"""The client of the MCP Python SDK at two APIs of the playground, of which it knows the address alone.

It finds Tollgate by the API's answer, registers itself, and signs in by a browser. At the API with tools it then speaks
MCP. Usage: mcp_client.py BASE_URL
"""

import asyncio
import logging
import sys
from urllib.parse import urljoin

import httpx2
from mcp.client.auth import AuthorizationCodeResult, OAuthClientProvider
from mcp.client.auth.exceptions import OAuthFlowError
from mcp.client.client import Client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.auth import OAuthClientMetadata

from playground import CALLBACK, Browser, Checks, callback


class Shelf:
    """What the client keeps."""

    def __init__(self):
        self.tokens, self.client = None, None

    async def get_tokens(self):
        return self.tokens

    async def set_tokens(self, tokens):
        self.tokens = tokens

    async def get_client_info(self):
        return self.client

    async def set_client_info(self, client_info):
        self.client = client_info


class Reader:
    """Somebody with a browser, and the client in her hands."""

    def __init__(self, base, decision="allow", shelf=None, api="/tollgate/notes"):
        self.base, self.api, self.decision = base, urljoin(base, api), decision
        self.shelf, self.pages, self.answer = shelf or Shelf(), 0, None

    async def show(self, url):
        self.pages += 1
        browser = Browser(self.base)
        page = browser.submit(browser.sign_in(browser.get(url)), decision=self.decision)
        self.answer, _ = callback(page)

    async def wait(self):
        if "error" in self.answer:
            raise OAuthFlowError(self.answer["error"])
        return AuthorizationCodeResult(
            code=self.answer["code"], state=self.answer["state"], iss=self.answer.get("iss"))

    def provider(self):
        return OAuthClientProvider(
            self.api, OAuthClientMetadata(
                client_name="A reader", redirect_uris=[CALLBACK], grant_types=["authorization_code", "refresh_token"],
                token_endpoint_auth_method="none"),
            self.shelf, self.show, self.wait)

    async def read(self):
        async with httpx2.AsyncClient(auth=self.provider(), timeout=10) as client:
            return await client.get(self.api)


async def life(checks, base):
    reader = Reader(base)
    answer = await reader.read()
    checks.equal("the API answers after a sign-in", answer.status_code, 200)
    checks.equal("for which one page was shown", reader.pages, 1)
    first = reader.shelf.tokens
    checks.that("which brought a token that renews itself", first.refresh_token is not None)
    checks.equal("a second request needs none", ((await reader.read()).status_code, reader.pages), (200, 1))
    async with httpx2.AsyncClient(timeout=10) as plain:
        metadata = (await plain.get(f"{base}/.well-known/oauth-authorization-server/tollgate")).json()
        identity = {"client_id": reader.shelf.client.client_id}
        renewed = await plain.post(metadata["token_endpoint"], data={
            "grant_type": "refresh_token", "refresh_token": first.refresh_token, "resource": reader.api, **identity})
        checks.equal("what it keeps is renewed", renewed.status_code, 200)
        revoked = await plain.post(
            metadata["revocation_endpoint"], data={"token": renewed.json()["refresh_token"], **identity})
        checks.equal("and revoked", revoked.status_code, 200)
    checks.equal("then the user is asked again", ((await reader.read()).status_code, reader.pages), (200, 2))
    checks.that("and has other tokens", reader.shelf.tokens.access_token != first.access_token)


async def denial(checks, base):
    reader = Reader(base, "deny")
    try:
        await reader.read()
        seen = None
    except OAuthFlowError as error:
        seen = str(error)
    checks.equal("a denial is told in the callback", seen, "access_denied")
    checks.equal("and nothing is kept", reader.shelf.tokens, None)


async def tools(checks, base):
    for mode, version in [("auto", "2026-07-28"), ("legacy", "2025-11-25")]:
        reader, told = Reader(base, api="/tollgate/mcp"), []

        async def progress(number, total, message):
            told.append((number, total))

        async with httpx2.AsyncClient(auth=reader.provider(), timeout=10) as http:
            async with Client(streamable_http_client(reader.api, http_client=http), mode=mode) as client:
                checks.equal(f"{mode}: the revision", client.protocol_version, version)
                listed = await client.list_tools()
                checks.equal(f"{mode}: the tools", [tool.name for tool in listed.tools], ["echo", "count"])
                echo = await client.call_tool("echo", {"text": "x"})
                checks.equal(f"{mode}: a tool answers", echo.content[0].text, "x")
                count = await client.call_tool("count", {"to": 3}, progress_callback=progress)
                checks.equal(f"{mode}: and another one", count.content[0].text, "1 2 3")
                checks.equal(f"{mode}: which told its progress", told, [(1, 3), (2, 3), (3, 3)])
        checks.equal(f"{mode}: one page was shown", reader.pages, 1)


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    # It tells a denial that is expected here.
    logging.disable(logging.CRITICAL)
    checks = Checks()
    for scenario in (life, denial, tools):
        checks.run(lambda checks, base: asyncio.run(scenario(checks, base)), sys.argv[1].rstrip("/"))
    checks.end()


if __name__ == "__main__":
    main()
