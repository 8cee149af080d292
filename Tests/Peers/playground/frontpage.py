"""The front page in a real browser: narrow and wide, light and dark, by keyboard alone, without scripts.

Usage: frontpage.py BASE_URL [FOLDER_FOR_SCREENSHOTS]
"""

import pathlib
import sys

import requests
from selenium.webdriver.common.keys import Keys

from playground import CLIENT_ID, Checks, heads
from window import FAINT, Window


def sign_in(base):
    """A sign-in, so that there is one to show."""
    session = requests.Session()
    session.get(f"{base}/oauth2/authorize", timeout=10, params={
        "client_id": CLIENT_ID, "response_type": "code", "redirect_uri": "http://127.0.0.1:49152/callback"})
    requests.post(f"{base}/tollgate/token", timeout=10, data={"client_id": "tollgate-native", "grant_type": "x"})
    requests.put(f"{base}/playground/faults", timeout=10, json=[
        {"path": "/tollgate/token", "nth": 3, "effect": "status", "value": 500}, {"path": "/tollgate/jwks", "effect": "rotate-keys"}])


def looks(checks, base, screenshots):
    sign_in(base)
    for width in (390, 1280):
        for dark in (False, True):
            with Window(width, dark) as window:
                for name, path in [("front", "/?find=g"), ("entry", "/playground/catalogue/github")]:
                    where = f"{name}, {width} px, {'dark' if dark else 'light'}"
                    window.driver.get(base + path)
                    window.driver.execute_script("document.querySelectorAll('details').forEach(each => each.open = true)")
                    wider = window.driver.execute_script("return document.documentElement.scrollWidth - innerWidth")
                    checks.that(f"{where}: nothing scrolls sideways", wider <= 0, wider)
                    faint = window.driver.execute_script(FAINT)
                    checks.equal(f"{where}: every text has contrast", faint, [])
                    paper = window.driver.execute_script("return getComputedStyle(document.body).backgroundColor")
                    checks.equal(f"{where}: the colours are those", paper, "rgb(25, 24, 22)" if dark else "rgb(244, 242, 238)")
                    if screenshots:
                        window.picture(screenshots / f"{name}-{width}-{'dark' if dark else 'light'}.png")
                checks.equal("the browser objected to nothing", window.complaints(), [])


def keyboard(checks, base, screenshots):
    """By keys alone, and without scripts: switches a fault on and off, finds a provider, opens a sign-in."""
    requests.delete(f"{base}/playground/faults", timeout=10)
    for width in (390, 1280):
        with Window(width, scripts=False) as window:
            window.driver.get(base + "/")
            window.press(Keys.TAB)
            checks.equal("the first stop is the skip link", window.focus()["name"], "Skip to the content")
            checks.that("which is seen then", window.focus()["inside"], window.focus())
            window.press(Keys.ENTER)
            window.press(Keys.TAB)
            checks.equal("it leads past the head", window.focus()["name"], "Test users")
            window.driver.get(base + "/")
            stops = []
            while len(stops) < 80:
                window.press(Keys.TAB)
                focus = window.focus()
                if focus["tag"] == "BODY":
                    break
                stops.append(focus)
            checks.equal("every stop has an outline", [stop for stop in stops if not stop["outlined"]], [])
            checks.equal("every stop is in the window", [stop for stop in stops if not stop["inside"]], [])
            names = [stop["name"] for stop in stops]
            order = ["find", "reset", "effect", "value", "path", "client", "when", "number", "switch-on", "60"]
            checks.equal("the order is that of the page", [name for name in names if name in order], order)

            window.driver.get(base + "/")
            window.tab_to("effect")
            window.press("Another status")
            window.tab_to("value")
            window.press("418")
            window.tab_to("path")
            window.press("/tollgate/jwks", Keys.ESCAPE)
            window.tab_to("switch-on")
            window.enter()
            checks.that("the fault is shown", "Another status (418)" in window.text(".rules"), window.text(".rules"))
            checks.equal("and in force", requests.get(f"{base}/tollgate/jwks", timeout=10).status_code, 418)
            window.tab_to("switch-off")
            window.enter()
            checks.equal("and off again", window.text("#quiet"), "Nothing goes wrong now.")

            window.tab_to("find")
            window.enter("github")
            checks.that("the catalogue is filtered", "with “github”" in window.text(), "")
            window.tab_to("GitHub")
            window.enter()
            checks.equal("an entry has a page", window.text("h1"), "GitHub")
            register(checks, window, base)
            checks.equal("the browser objected to nothing", window.complaints(), [])


def register(checks, window, base):
    """On the page of a provider, by keys alone: a client with a redirect URI of its own, and a name that would be a script."""
    window.tab_to("redirect_uris")
    window.press("http://127.0.0.1:3000/auth/github/callback")
    window.tab_to("client_id")
    window.press("my-app")
    window.tab_to("client_name")
    window.enter("<img src=x onerror=alert(1)>")
    checks.that("it is registered", "Registered: my-app." in window.text("#registered"), window.text())
    secret = window.text("#registered code.copy")
    images = window.driver.execute_script("return document.querySelectorAll('main img').length")
    checks.equal("its name is a text", images, 0)
    answer = requests.get(f"{base}/entries/github/github.com/login/oauth/authorize", timeout=10, params={
        "client_id": "my-app", "response_type": "code", "state": "s",
        "redirect_uri": "http://127.0.0.1:3000/auth/github/callback"})
    checks.that("it can have a user sign in", "value=\"sign-in\"" in answer.text, answer.text)
    window.driver.get(f"{base}/playground/catalogue/github")
    checks.that("the secret is shown once", secret not in window.text() and "my-app" in window.text(), window.text())
    requests.delete(f"{base}/playground/clients", timeout=10)


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    checks = Checks()
    screenshots = pathlib.Path(sys.argv[2]) if len(sys.argv) == 3 else None
    for scenario in [looks, keyboard]:
        checks.run(scenario, sys.argv[1].rstrip("/"), screenshots)
    checks.run(heads, sys.argv[1].rstrip("/"), "/", "/tollgate/jwks", "/tollgate/token", "/nothing")
    checks.end()


main()
