"""A browser without scripts: fills in the forms it meets, presses the buttons that are named, and goes where that leads.

Usage: plain_browser.py [--fill NAME=VALUE]... [--press VALUE]... [--log FILE] [--hold] [--show ID] URL

Of several values for one field the first is typed the first time, and so on; the last one stays. On each page the first
of the `--press` values that a button has is pressed; a form whose fields are known but none of whose buttons are is sent
as Enter would. It ends when it has left the origin at which it began; --hold prints the address there and does not go,
and --show prints the text of the element with that id on the last page.
The log gets one line of JSON for the last page: its address without the query, its status, and when it was answered.
"""

import argparse
import html.parser
import http.cookiejar
import json
import re
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

MOST_PAGES = 12
# The address that the listener of a sign-in hands to the browser.
ONE_TIME = re.compile(r"http://[^/]+/[A-Za-z0-9]{22}")


class Page(html.parser.HTMLParser):
    """The forms of a page, and the text of the elements that have an id and no element in them."""

    def __init__(self, text):
        super().__init__()
        self.forms = []
        self.texts = {}
        self.element = None
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.element = attributes.get("id")
        if tag == "form":
            self.forms.append({"action": attributes.get("action", ""), "fields": {}, "buttons": []})
        elif tag == "input" and self.forms and attributes.get("type") == "submit":
            self.forms[-1]["buttons"].append((attributes.get("name"), attributes.get("value")))
        elif tag == "input" and self.forms and "name" in attributes:
            self.forms[-1]["fields"][attributes["name"]] = attributes.get("value") or ""
        elif tag == "button" and self.forms:
            self.forms[-1]["buttons"].append((attributes.get("name"), attributes.get("value")))

    def handle_data(self, data):
        if self.element:
            self.texts[self.element] = self.texts.get(self.element, "") + data

    def handle_endtag(self, tag):
        self.element = None


class StayHere(urllib.request.HTTPRedirectHandler):
    """Redirects are looked at before they are followed."""

    def redirect_request(self, *arguments):
        return None


class Browser:
    def __init__(self, options):
        self.options = options
        self.typed = {}
        for fill in options.fill:
            name, value = fill.split("=", 1)
            self.typed.setdefault(name, []).append(value)
        cookies = urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar())
        # No proxy: the servers are on this machine.
        self.opener = urllib.request.build_opener(urllib.request.ProxyHandler({}), cookies, StayHere())

    def run(self):
        url, body, page_origin = self.options.url, None, "null"
        home = origin(url)
        for _ in range(MOST_PAGES):
            if origin(url) != home and self.options.hold:
                print(url)
                return
            status, headers, text = self.fetch(url, body, page_origin)
            if ONE_TIME.fullmatch(url):
                # A listener sends the browser to the provider: that is where it begins.
                home = origin(headers["Location"] or url)
            if status in (301, 302, 303, 307, 308):
                url, body = urllib.parse.urljoin(url, headers["Location"]), None
                continue
            page = Page(text)
            choice = self.choose(page) if origin(url) == home else None
            if choice is None:
                self.tell(url, status)
                if self.options.show:
                    print(page.texts.get(self.options.show, ""))
                return
            action, body = choice
            page_origin = origin(url)
            url = urllib.parse.urljoin(url, action) if action else url
        sys.exit(f"more than {MOST_PAGES} pages, the last at {url}")

    def fetch(self, url, body, page_origin):
        request = urllib.request.Request(url, data=body)
        if body is not None:
            request.add_header("Origin", page_origin)
        try:
            answer = self.opener.open(request, timeout=60)
        except urllib.error.HTTPError as error:
            answer = error
        with answer:
            return answer.status, answer.headers, answer.read().decode()

    def choose(self, page):
        """The form to send, as action and body; None when there is none to send."""
        for wanted in self.options.press:
            for form in page.forms:
                for button in form["buttons"]:
                    if button[1] == wanted:
                        return self.filled(form, button)
        for form in page.forms:
            # An answer that the page posts to another place by its script.
            if form["action"].startswith("http"):
                return self.filled(form, (None, None))
            if any(name in self.typed for name in form["fields"]):
                return self.filled(form, (None, None))
        return None

    def filled(self, form, button):
        fields = dict(form["fields"])
        for name in fields:
            values = self.typed.get(name)
            if values:
                fields[name] = values.pop(0) if len(values) > 1 else values[0]
        if button[0]:
            fields[button[0]] = button[1]
        return form["action"], urllib.parse.urlencode(fields).encode()

    def tell(self, url, status):
        if not self.options.log:
            return
        entry = {"url": url.split("?")[0], "status": status, "answered_at": time.time()}
        with open(self.options.log, "a", encoding="utf-8") as log:
            log.write(json.dumps(entry) + "\n")


def origin(url):
    parts = urllib.parse.urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--fill", action="append", default=[])
    parser.add_argument("--press", action="append", default=[])
    parser.add_argument("--log")
    parser.add_argument("--hold", action="store_true")
    parser.add_argument("--show")
    parser.add_argument("url")
    Browser(parser.parse_args()).run()


if __name__ == "__main__":
    main()
