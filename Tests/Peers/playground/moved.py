"""Clients with the base URLs of real providers, at the playground: where their requests go, and who allows."""

import re

import httpx
import requests

from playground import callback


class Moved:
    """Sends what is for https://HOST/PATH to the playground, before a library signs it."""

    def __init__(self, base):
        self.base = base
        self.row = None
        self._requests = requests.Session.request
        self._send = requests.Session.send
        self._httpx = httpx._client.BaseClient.build_request

    def url(self, url):
        for old, new in self.row.moved.items():
            if url.startswith(old):
                url = new + url[len(old):]
                break
        here = f"{self.base}/entries/{self.row.entry}/"
        return here + url.removeprefix("https://") if url.startswith("https://") else url

    def __enter__(self):
        def request(session, method, url, *arguments, **named):
            return self._requests(session, method, self.url(url), *arguments, **named)

        def send(session, prepared, **named):
            prepared.url = self.url(prepared.url)
            return self._send(session, prepared, **named)

        def build(client, method, url, *arguments, **named):
            return self._httpx(client, method, self.url(str(url)), *arguments, **named)

        requests.Session.request, requests.Session.send = request, send
        httpx._client.BaseClient.build_request = build
        return self

    def __exit__(self, *arguments):
        requests.Session.request, requests.Session.send = self._requests, self._send
        httpx._client.BaseClient.build_request = self._httpx


def reason_on(text):
    """Why the playground refuses, from its page."""
    reason = re.search(r"Reason: <code>([^<]*)", text)
    return reason.group(1) if reason else text[:200]


def allowed(browser, url):
    """The parameters of the callback and its URL, after Zoë signed in and allowed, now or before."""
    page = browser.get(url)
    # Foursquare's and Twitter's "authenticate" does not ask again.
    if page.is_redirect:
        return callback(page)
    if page.status_code != 200:
        raise AssertionError(f"{reason_on(page.text)} at {url}")
    if 'name="username"' in page.text:
        page = browser.sign_in(page)
    return callback(browser.submit(page, decision="allow"))
