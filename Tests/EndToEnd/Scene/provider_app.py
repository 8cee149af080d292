"""Stands in for the app of a provider on this machine: it is opened by the app's own scheme, and comes back by another one.

Usage: provider_app.py BASE LOG DECISION URL

It signs in as Ada at the playground, and hands the answer to the desktop. Where DECISION is allow it leaves out the
state, as the app of FSOAuth's protocol; deny is answered with it. The log gets the URL by which it was opened.
"""

import os
import pathlib
import subprocess
import sys
import urllib.parse

BROWSER = pathlib.Path(__file__).with_name("plain_browser.py")
ORDERS = ["--fill", "username=adafenwick", "--fill", "password=open-gate", "--press", "sign-in", "--press"]


def main():
    base, log, decision, url = sys.argv[1:]
    with open(log, "a", encoding="utf-8") as file:
        file.write(url + "\n")
    page = base + "/native/oauth2/authenticate?" + urllib.parse.urlsplit(url).query
    answer = subprocess.run(
        [sys.executable, "-B", str(BROWSER), *ORDERS, decision, "--hold", page], check=True, capture_output=True, text=True
    ).stdout.strip()
    parts = urllib.parse.urlsplit(answer)
    pairs = [pair for pair in urllib.parse.parse_qsl(parts.query) if decision == "deny" or pair[0] != "state"]
    os.execv("/usr/bin/xdg-open", ["xdg-open", urllib.parse.urlunsplit(parts._replace(query=urllib.parse.urlencode(pairs)))])


main()
