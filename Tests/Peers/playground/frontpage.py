"""The front page in a real browser: narrow and wide, light and dark, by keyboard alone, without scripts.

Usage: frontpage.py BASE_URL [FOLDER_FOR_SCREENSHOTS]
"""

import base64
import pathlib
import sys

import requests
from selenium import webdriver
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.wait import WebDriverWait

from playground import CLIENT_ID, Checks

# Every text on the page whose contrast with what is behind it is below 4.5 (WCAG 2.2, 1.4.3).
FAINT = """
const channels = colour => colour.match(/[\\d.]+/g).map(Number)
const light = ([r, g, b]) => [r, g, b].map(value => value / 255)
  .map(value => value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
  .reduce((sum, value, index) => sum + value * [0.2126, 0.7152, 0.0722][index], 0)
const behind = element => {
  for (let each = element; each; each = each.parentElement) {
    const colour = channels(getComputedStyle(each).backgroundColor)
    if (colour.length === 3 || colour[3] > 0) return colour
  }
  return [255, 255, 255]
}
const hasText = element => element.matches('input:not([type=hidden]), select') ||
  [...element.childNodes].some(node => node.nodeType === 3 && node.textContent.trim())
return [...document.body.querySelectorAll('*')].filter(element => hasText(element) && element.getClientRects().length)
  .map(element => {
    const [one, other] = [light(channels(getComputedStyle(element).color)), light(behind(element))]
    return [(Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05), element.outerHTML.slice(0, 80)]
  }).filter(([ratio]) => ratio < 4.5)
"""

# The element that has the focus: whether it is seen, has an outline, and is in the window.
FOCUS = """
const element = document.activeElement, style = getComputedStyle(element), box = element.getBoundingClientRect()
return {name: element.id || element.value || element.textContent.trim().slice(0, 40), tag: element.tagName,
  outlined: style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2,
  inside: box.width > 0 && box.bottom > 0 && box.top < innerHeight && box.left >= 0 && box.right <= innerWidth + 1}
"""


class Window:
    """Chromium at a width, in the light or in the dark."""

    def __init__(self, width, dark=False, scripts=True):
        options = webdriver.ChromeOptions()
        options.binary_location = "/usr/bin/chromium"
        for argument in ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]:
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        self.driver = webdriver.Chrome(options=options, service=webdriver.ChromeService("/usr/bin/chromedriver"))
        # An element of a page that is still loading is waited for.
        self.driver.implicitly_wait(10)
        self.command("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1,
                     mobile=width < 500)
        self.command("Emulation.setEmulatedMedia",
                     features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])
        self.command("Emulation.setScriptExecutionDisabled", value=not scripts)

    def command(self, name, **parameters):
        return self.driver.execute_cdp_cmd(name, parameters)

    def __enter__(self):
        return self

    def __exit__(self, *arguments):
        self.driver.quit()

    def press(self, *keys):
        self.driver.switch_to.active_element.send_keys(*keys)

    def enter(self, *keys):
        """Presses keys and Enter, and waits until the page that this opens has replaced the one before, as a whole."""
        before = self.driver.execute_script("return performance.timeOrigin")
        # Keys for the window and questions about the document: an element can be gone while the driver looks at it.
        ActionChains(self.driver).send_keys(*keys, Keys.ENTER).perform()
        WebDriverWait(self.driver, 30, ignored_exceptions=[WebDriverException]).until(
            lambda driver: driver.execute_script(
                "return performance.timeOrigin !== arguments[0] && document.readyState === 'complete'", before))

    def focus(self):
        return self.driver.execute_script(FOCUS)

    def tab_to(self, name, limit=400):
        """Goes on by Tab until an element has the focus."""
        for _ in range(limit):
            self.press(Keys.TAB)
            if self.focus()["name"] == name:
                return
        raise AssertionError(f"no Tab leads to {name}")

    def text(self, selector="main"):
        return self.driver.find_element(By.CSS_SELECTOR, selector).text

    def complaints(self):
        return [entry["message"] for entry in self.driver.get_log("browser")]

    def picture(self, file):
        taken = self.command("Page.captureScreenshot", format="png", captureBeyondViewport=True)
        file.write_bytes(base64.b64decode(taken["data"]))


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
            order = ["find", "effect", "value", "path", "client", "when", "number", "switch-on", "60", "reset"]
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
            checks.equal("the browser objected to nothing", window.complaints(), [])


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    checks = Checks()
    screenshots = pathlib.Path(sys.argv[2]) if len(sys.argv) == 3 else None
    for scenario in [looks, keyboard]:
        checks.run(scenario, sys.argv[1].rstrip("/"), screenshots)
    checks.end()


main()
