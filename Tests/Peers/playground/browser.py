"""A real browser walks through the pages: allow, deny, wrong password, a closed window; every provider.

Usage: browser.py BASE_URL [FOLDER_FOR_SCREENSHOTS]
"""

import http.server
import pathlib
import sys
import threading
import time
import urllib.parse

import requests
from requests_oauthlib import OAuth1Session
from selenium import webdriver
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

from playground import CLIENT_ID, CLIENT_SECRET, CONSUMER_KEY, CONSUMER_SECRET, Checks

HANDLE = "ravioduya"
PASSWORD = "narrow-lane"


class CallbackServer(http.server.ThreadingHTTPServer):
    """The application's end of the callback, on a port of its own: the loopback rule lets the port differ."""

    def __init__(self):
        self.callbacks = []
        super().__init__(("127.0.0.1", 0), CallbackHandler)
        self.address = f"http://127.0.0.1:{self.server_port}/callback"
        threading.Thread(target=self.serve_forever, daemon=True).start()


class CallbackHandler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        url = urllib.parse.urlsplit(self.path)
        if url.path == "/callback":
            self.server.callbacks.append(dict(urllib.parse.parse_qsl(url.query)))
        self.send_response(200 if url.path == "/callback" else 404)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(b"<title>done</title>You can go back to the application.")

    def log_message(self, *arguments):
        pass


class Person:
    """A person with a new browser."""

    def __init__(self, screenshots, dark=False, width=900):
        options = webdriver.ChromeOptions()
        options.binary_location = "/usr/bin/chromium"
        for argument in ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                         f"--window-size={width},800"]:
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        service = webdriver.ChromeService("/usr/bin/chromedriver")
        self.driver = webdriver.Chrome(options=options, service=service)
        if dark:
            self.driver.execute_cdp_cmd(
                "Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": "dark"}]})
        self.screenshots = screenshots

    def __enter__(self):
        return self

    def __exit__(self, *arguments):
        self.driver.quit()

    def open(self, url):
        self.driver.get(url)

    def sign_in(self, password=PASSWORD):
        """By keyboard alone: the first field has the focus, Enter sends the form."""
        self.type(HANDLE, Keys.TAB, password, Keys.ENTER)

    def type(self, *keys):
        """Keys for the window: a field can be gone while the driver looks at it, when Enter has opened another page."""
        ActionChains(self.driver).send_keys(*keys).perform()

    def press(self, decision):
        self.wait(lambda driver: driver.find_elements(By.CSS_SELECTOR, f"button[value={decision}]"))
        self.driver.find_element(By.CSS_SELECTOR, f"button[value={decision}]").click()

    def wait(self, condition):
        # A page that is being left can go stale between two looks at it, which the driver tells in more than one way.
        return WebDriverWait(self.driver, 10, ignored_exceptions=[WebDriverException]).until(condition)

    def heading(self):
        return self.driver.find_element(By.TAG_NAME, "h1").text

    def wait_for_heading(self, start):
        return self.wait(lambda driver: self.heading().startswith(start))

    def picture(self, name):
        if self.screenshots:
            self.driver.save_screenshot(str(self.screenshots / f"{name}.png"))

    def complaints(self):
        """What the browser itself objected to: a blocked style, form or redirect shows here and nowhere else."""
        return [entry["message"] for entry in self.driver.get_log("browser")
                if "favicon" not in entry["message"] and "403" not in entry["message"]]


def foursquare_url(base, server, path="/oauth2/authorize"):
    query = {"client_id": CLIENT_ID, "response_type": "code", "redirect_uri": server.address, "state": "abc"}
    return f"{base}{path}?" + urllib.parse.urlencode(query)


def arrived(person, server, count=1):
    person.wait(lambda driver: len(server.callbacks) >= count)
    person.wait(lambda driver: driver.title == "done")
    return server.callbacks[-1]


def foursquare_allow(checks, base, screenshots):
    server = CallbackServer()
    with Person(screenshots) as person:
        person.open(foursquare_url(base, server))
        checks.equal("the sign-in page", person.heading(), "Sign in to Foursquare")
        style = person.driver.execute_script("return getComputedStyle(document.querySelector('button')).borderRadius")
        checks.that("the style sheet is applied", style not in ("0px", ""), style)
        checks.equal("the handle has the focus", person.driver.switch_to.active_element.get_attribute("id"), "username")
        person.picture("foursquare-sign-in")
        person.sign_in(password="nonsense")
        person.wait(lambda driver: driver.find_elements(By.CSS_SELECTOR, "[role=alert]"))
        checks.equal("a wrong password: the password has the focus",
                     person.driver.switch_to.active_element.get_attribute("id"), "password")
        person.picture("foursquare-wrong-password")
        person.type(PASSWORD, Keys.ENTER)
        person.wait_for_heading("Allow")
        person.picture("foursquare-consent")
        text = person.driver.find_element(By.TAG_NAME, "main").text
        for words in ["Wayleave Demo", "Ravi Oduya", "@ravioduya", server.address.removesuffix("/callback")]:
            checks.that(f"the consent page says {words}", words in text, text)
        person.press("allow")
        callback = arrived(person, server)
        checks.equal("the callback", sorted(callback), ["code", "state"])
        answer = requests.post(f"{base}/oauth2/access_token", timeout=10, data={
            "grant_type": "authorization_code", "code": callback["code"], "redirect_uri": server.address,
            "client_id": CLIENT_ID, "client_secret": CLIENT_SECRET})
        checks.equal("the code is good", answer.status_code, 200)
        person.open(foursquare_url(base, server, path="/oauth2/authenticate"))
        arrived(person, server, count=2)
        checks.equal("authenticate does not ask again", server.callbacks[-1]["state"], "abc")
        checks.equal("the browser objected to nothing", person.complaints(), [])


def foursquare_deny(checks, base, screenshots):
    server = CallbackServer()
    with Person(screenshots) as person:
        person.open(foursquare_url(base, server))
        person.sign_in()
        person.press("deny")
        checks.equal("a denial", arrived(person, server), {"error": "access_denied", "state": "abc"})
        person.open(foursquare_url(base, server))
        person.press("switch")
        person.wait_for_heading("Sign in")
        person.press("deny")
        checks.equal("cancelled", arrived(person, server, count=2), {"error": "access_denied", "state": "abc"})
        checks.equal("the browser objected to nothing", person.complaints(), [])


def closed_window(checks, base, screenshots):
    server = CallbackServer()
    with Person(screenshots) as person:
        person.open(foursquare_url(base, server))
        person.sign_in()
        person.wait_for_heading("Allow")
        left = person.driver.current_url
        person.driver.switch_to.new_window("tab")
        tabs = person.driver.window_handles
        person.driver.switch_to.window(tabs[0])
        person.driver.close()
        person.driver.switch_to.window(tabs[1])
        time.sleep(0.5)
        checks.equal("a closed window tells the application nothing", server.callbacks, [])
        person.open(left)
        person.wait_for_heading("Allow")
        person.press("allow")
        checks.that("and the question can still be answered", "code" in arrived(person, server))
        person.open(left)
        person.wait_for_heading("This page is no longer good")
        person.picture("expired")
        checks.equal("once", len(server.callbacks), 1)


def twitter_session(server=None):
    callback = server.address if server else "oob"
    session = OAuth1Session(CONSUMER_KEY, client_secret=CONSUMER_SECRET, callback_uri=callback)
    return session


def twitter_allow(checks, base, screenshots):
    server = CallbackServer()
    session = twitter_session(server)
    session.fetch_request_token(f"{base}/oauth/request_token")
    with Person(screenshots) as person:
        person.open(session.authorization_url(f"{base}/oauth/authorize"))
        checks.equal("the sign-in page", person.heading(), "Sign in to Twitter")
        person.picture("twitter-sign-in")
        person.sign_in()
        person.wait_for_heading("Allow")
        person.picture("twitter-consent")
        person.press("allow")
        verifier = arrived(person, server)["oauth_verifier"]
        token = session.fetch_access_token(f"{base}/oauth/access_token", verifier=verifier)
        checks.equal("the token is this person's", token["screen_name"], HANDLE)
        denied = twitter_session(server)
        temporary = denied.fetch_request_token(f"{base}/oauth/request_token")
        person.open(denied.authorization_url(f"{base}/oauth/authorize"))
        person.press("deny")
        checks.equal("a denial", arrived(person, server, count=2), {"denied": temporary["oauth_token"]})
        checks.equal("the browser objected to nothing", person.complaints(), [])


def twitter_pin(checks, base, screenshots):
    session = twitter_session()
    session.fetch_request_token(f"{base}/oauth/request_token")
    with Person(screenshots, dark=True) as person:
        person.open(session.authorization_url(f"{base}/oauth/authorize"))
        person.picture("twitter-sign-in-dark")
        person.sign_in()
        person.wait_for_heading("Allow")
        person.picture("twitter-consent-dark")
        person.press("allow")
        person.wait_for_heading("Almost there")
        person.picture("twitter-pin-dark")
        pin = person.driver.find_element(By.ID, "pin").text
        token = session.fetch_access_token(f"{base}/oauth/access_token", verifier=pin)
        checks.equal("the PIN is good", token["screen_name"], HANDLE)


TOLLGATE_CLIENT = "tollgate-native"


def tollgate_url(base, server):
    query = {"client_id": TOLLGATE_CLIENT, "response_type": "code", "redirect_uri": server.address, "state": "abc",
             "scope": "openid notes.read", "code_challenge": "x" * 42 + "A", "code_challenge_method": "S256"}
    return f"{base}/tollgate/authorize?" + urllib.parse.urlencode(query)


def tollgate_allow_and_sign_out(checks, base, screenshots):
    server = CallbackServer()
    with Person(screenshots) as person:
        person.open(tollgate_url(base, server))
        checks.equal("the sign-in page", person.heading(), "Sign in to Tollgate")
        person.sign_in()
        person.wait_for_heading("Allow")
        person.picture("tollgate-consent")
        person.press("allow")
        answer = arrived(person, server)
        checks.equal("the callback", sorted(answer), ["code", "iss", "state"])
        checks.equal("names the issuer", answer["iss"], f"{base}/tollgate")
        person.open(f"{base}/tollgate/logout")
        person.picture("tollgate-sign-out")
        person.press("stay")
        person.wait_for_heading("You are still signed in")
        person.open(f"{base}/tollgate/logout")
        person.press("sign-out")
        person.wait_for_heading("You are signed out")
        person.open(tollgate_url(base, server))
        checks.equal("and has to sign in again", person.heading(), "Sign in to Tollgate")
        checks.equal("the browser objected to nothing", person.complaints(), [])


def tollgate_device(checks, base, screenshots):
    codes = requests.post(
        f"{base}/tollgate/device_authorization", timeout=10,
        data={"client_id": TOLLGATE_CLIENT, "scope": "openid notes.read",
              "authorization_details": '[{"type":"notebook","name":"the red one"}]'}).json()
    with Person(screenshots, dark=True, width=500) as person:
        person.open(codes["verification_uri"])
        checks.equal("the code has the focus", person.driver.switch_to.active_element.get_attribute("id"), "user_code")
        person.type("BBBB-BBBB", Keys.ENTER)
        person.wait(lambda driver: driver.find_elements(By.CSS_SELECTOR, "[role=alert]"))
        person.picture("tollgate-device-wrong-dark")
        person.driver.find_element(By.ID, "user_code").clear()
        person.driver.find_element(By.ID, "user_code").send_keys(codes["user_code"].lower())
        person.type(Keys.ENTER)
        person.wait_for_heading("Sign in")
        person.sign_in()
        person.wait_for_heading("Allow")
        person.picture("tollgate-device-consent-dark")
        checks.equal("the code is shown again", person.driver.find_element(By.ID, "code").text, codes["user_code"])
        person.press("allow")
        person.wait_for_heading("Your device is connected")
        checks.equal("the browser objected to nothing", person.complaints(), [])
    token = requests.post(f"{base}/tollgate/token", timeout=10, data={
        "grant_type": "urn:ietf:params:oauth:grant-type:device_code", "device_code": codes["device_code"],
        "client_id": TOLLGATE_CLIENT})
    checks.equal("and the device has its tokens", token.status_code, 200)


def narrow_and_index(checks, base, screenshots):
    server = CallbackServer()
    with Person(screenshots, width=500) as person:
        person.open(base + "/")
        person.picture("index-narrow")
        wider = person.driver.execute_script("return document.documentElement.scrollWidth - innerWidth")
        checks.that("the front page does not scroll sideways", wider <= 0, wider)
        person.open(foursquare_url(base, server))
        person.sign_in()
        person.wait_for_heading("Allow")
        person.picture("foursquare-consent-narrow")
        person.driver.get(base + "/oauth2/authorize?client_id=nobody")
        person.picture("foursquare-error")
        checks.equal("an unknown application", person.heading(), "This sign-in cannot go on")


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    base = sys.argv[1].rstrip("/")
    screenshots = pathlib.Path(sys.argv[2]) if len(sys.argv) == 3 else None
    checks = Checks()
    for scenario in [
        foursquare_allow, foursquare_deny, closed_window, twitter_allow, twitter_pin, tollgate_allow_and_sign_out,
        tollgate_device, narrow_and_index,
    ]:
        checks.run(scenario, base, screenshots)
    checks.end()


main()
