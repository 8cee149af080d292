"""A website's pages for signing in, in two real browsers: a wide one by keyboard alone, a narrow one without scripts.

Its providers are two tenants of the playground. Usage: website.py URL [FOLDER_FOR_SCREENSHOTS]
"""

import concurrent.futures
import pathlib
import sys

import requests
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from playground import Checks, heads
from window import FAINT, Window

ADA = ("adafenwick", "open-gate")
RAVI = ("ravioduya", "narrow-lane")


class Visitor(Window):
    """Someone at the website, in a browser of their own."""

    def __init__(self, url, checks, screenshots, **look):
        super().__init__(**look)
        self.url, self.checks, self.screenshots = url, checks, screenshots

    def open(self, path):
        self.driver.get(self.url + path)

    def key_to(self, name):
        """Goes on by Tab until an element has the focus, which must be seen; then Enter."""
        self.tab_to(name, limit=20)
        focus = self.focus()
        self.checks.that(f"{name}: the focus is seen", focus["outlined"] and focus["inside"], focus)
        ActionChains(self.driver).send_keys(Keys.ENTER).perform()

    def click(self, text):
        self.driver.find_element(By.XPATH, f"//*[self::button or self::a][normalize-space()='{text}']").click()

    def decide(self, person, decision="allow"):
        """Signs in at the provider, whose first field has the focus, and answers its question."""
        self.wait_for_heading("Sign in to Tollgate")
        ActionChains(self.driver).send_keys(person[0], Keys.TAB, person[1], Keys.ENTER).perform()
        self.answer(decision)

    def answer(self, decision):
        """Answers the provider's question by keyboard: an element can be gone while the driver looks at it."""
        self.wait_for_heading("Allow")
        self.driver.execute_script("document.querySelector(arguments[0]).focus()", f"button[value={decision}]")
        ActionChains(self.driver).send_keys(Keys.ENTER).perform()

    def path(self):
        return self.driver.current_url.removeprefix(self.url)

    def rows(self, list):
        return [row.text.split("\n") for row in self.driver.find_elements(By.CSS_SELECTOR, f"section:nth-of-type({list}) li")]

    def look(self, name):
        """The page at two widths, in the light and in the dark."""
        for width in (360, 1280):
            for scheme in ("light", "dark"):
                where = f"{name}, {width} px, {scheme}"
                self.command("Emulation.setDeviceMetricsOverride", width=width, height=800, deviceScaleFactor=1,
                             mobile=width < 500)
                self.command("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
                wider, paper, faint = self.driver.execute_script(
                    "return [document.documentElement.scrollWidth - innerWidth,"
                    f" getComputedStyle(document.body).backgroundColor, (() => {{ {FAINT} }})()]")
                self.checks.that(f"{where}: nothing scrolls sideways", wider <= 0, wider)
                self.checks.equal(f"{where}: every text has contrast", faint, [])
                self.checks.equal(
                    f"{where}: the colours", paper, "rgb(25, 24, 22)" if scheme == "dark" else "rgb(244, 242, 238)")
                if self.screenshots:
                    self.picture(self.screenshots / f"{name}-{width}-{scheme}.png")


def visit(checks, url, screenshots):
    with concurrent.futures.ThreadPoolExecutor() as pool:
        wide = pool.submit(Visitor, url, checks, screenshots, width=1280)
        narrow = pool.submit(Visitor, url, checks, screenshots, width=360, scripts=False)
    with wide.result() as wide, narrow.result() as narrow:
        sign_in(checks, wide)
        link(checks, wide)
        two_browsers(checks, wide, narrow)
        sign_out(checks, wide, narrow)
        expire(checks, wide, narrow, url)
        for browser in (wide, narrow):
            # A page with an error status is said there as well.
            objections = [each for each in browser.complaints() if "responded with a status of" not in each]
            checks.equal("the browser objected to nothing", objections, [])


def sign_in(checks, wide):
    wide.open("/notes")
    checks.equal("who is not signed in is asked to", wide.text("h1"), "Sign in to The allotment")
    wide.look("sign-in")
    wide.key_to("Sign in with Tollgate")
    wide.decide(ADA)
    wide.wait_for_heading("The notes")
    checks.equal("and is led back", wide.path(), "/notes")
    wide.driver.back()
    wide.driver.forward()
    wide.wait_for_heading("The notes")


def link(checks, wide):
    wide.open("/accounts")
    wide.key_to("Add an account at The other Tollgate")
    wide.decide(RAVI, "deny")
    wide.wait_for_heading("You said no")
    wide.look("declined")
    wide.key_to("Back to your accounts")
    wide.wait_for_heading("Your accounts")
    checks.equal("a denial adds nothing", wide.rows(1), [["Tollgate", "Ada Fenwick"]])
    wide.key_to("Add an account at The other Tollgate")
    wide.answer("allow")
    wide.wait_for_heading("Your accounts")
    checks.equal("the accounts", wide.rows(1), [
        ["Tollgate", "Ada Fenwick", "Remove"], ["The other Tollgate", "Ravi Oduya", "Remove"]])


def two_browsers(checks, wide, narrow):
    narrow.open("/sign-in?return_to=/accounts")
    narrow.click("Sign in with The other Tollgate")
    narrow.decide(RAVI)
    narrow.wait_for_heading("Your accounts")
    narrow.look("accounts")
    seen = narrow.rows(2)
    checks.equal("both accounts are of one user, in two browsers", len(seen), 2)
    checks.equal("one of which is this one", ["This browser." in row[1] for row in seen], [False, True])
    with narrow.new_page():
        narrow.driver.find_elements(By.CSS_SELECTOR, "section:nth-of-type(2) button")[0].click()
    narrow.wait_for_heading("Your accounts")
    checks.equal("the other one is signed out there", len(narrow.rows(2)), 1)
    wide.click("Add an account at Tollgate")
    wide.wait_for_heading("You are not signed in")
    wide.look("signed-out-elsewhere")


def sign_out(checks, wide, narrow):
    narrow.open("/sign-out")
    narrow.look("sign-out")
    narrow.click("Sign out")
    narrow.wait_for_heading("Hello, visitor")
    narrow.driver.back()
    narrow.driver.back()
    checks.that("the back button shows no account", "Ravi" not in narrow.driver.page_source, narrow.driver.page_source)


def expire(checks, wide, narrow, url):
    wide.open("/sign-in?return_to=/sign-out")
    wide.click("Sign in with Tollgate")
    wide.answer("allow")
    wide.wait_for_heading("Sign out of The allotment?")
    requests.post(f"{url}/pass/9", timeout=10)
    wide.key_to("Sign out")
    wide.wait_for_heading("You are not signed in")
    wide.key_to("Sign in")
    wide.wait_for_heading("Sign in to The allotment")


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    checks = Checks()
    checks.run(heads, sys.argv[1].rstrip("/"), "/sign-in", "/accounts", "/callback/other")
    checks.run(visit, sys.argv[1].rstrip("/"), pathlib.Path(sys.argv[2]) if len(sys.argv) == 3 else None)
    checks.end()


main()
