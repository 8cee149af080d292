"""httpx-oauth and fastapi-sso: a class for each provider, and what it reads of a user."""

import asyncio
import importlib
import urllib.parse

from starlette.requests import Request

from moved import allowed
from playground import CALLBACK, ENTRY_CLIENT_ID, ENTRY_CLIENT_SECRET


def named(package, client):
    module, _, name = client.partition(".")
    return getattr(importlib.import_module(f"{package}.{module}"), name)


def by_httpx_oauth(row, browser, moved, secret=ENTRY_CLIENT_SECRET):
    """It reads number and email, and no name: what a row has as the name is given back."""

    async def sign_in():
        client = named("httpx_oauth.clients", row.client)(ENTRY_CLIENT_ID, secret, **row.settings)
        url = await client.get_authorization_url(CALLBACK, state="state", extras_params=row.more)
        parameters, _ = allowed(browser, moved.url(url))
        token = await client.get_access_token(parameters["code"], CALLBACK)
        user, email = await client.get_id_email(token["access_token"])
        return user, row.name, email

    return asyncio.run(sign_in())


def by_fastapi_sso(row, browser, moved, secret=ENTRY_CLIENT_SECRET):
    async def sign_in():
        client = named("fastapi_sso.sso", row.client)(
            ENTRY_CLIENT_ID, secret, redirect_uri=CALLBACK, allow_insecure_http=True)
        async with client:
            page = await client.get_login_redirect(params=row.more)
        cookies = [value.split(b";")[0] for name, value in page.raw_headers if name == b"set-cookie"]
        _, location = allowed(browser, moved.url(page.headers["location"]))
        arrived = urllib.parse.urlsplit(location)
        request = Request({
            "type": "http", "method": "GET", "scheme": arrived.scheme, "path": arrived.path,
            "query_string": arrived.query.encode(), "server": (arrived.hostname, arrived.port),
            "headers": [(b"host", arrived.netloc.encode()), (b"cookie", b"; ".join(cookies))]})
        async with client:
            user = await client.verify_and_process(request)
        name = user.display_name or " ".join(part for part in (user.first_name, user.last_name) if part)
        return user.id, name, user.email

    return asyncio.run(sign_in())
