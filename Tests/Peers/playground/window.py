"""Chromium at a width, in the light or in the dark, and what can be seen in it."""

import base64
import contextlib

from selenium import webdriver
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.wait import WebDriverWait

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
        ActionChains(self.driver).send_keys(*keys).perform()

    def enter(self, *keys):
        """Presses keys and Enter, and waits until the page that this opens has replaced the one before, as a whole."""
        with self.new_page():
            # Keys for the window and questions about the document: an element can be gone while the driver looks at it.
            ActionChains(self.driver).send_keys(*keys, Keys.ENTER).perform()

    @contextlib.contextmanager
    def new_page(self):
        """Waits until another page, of the same heading too, has replaced the one before, as a whole."""
        before = self.driver.execute_script("return performance.timeOrigin")
        yield
        WebDriverWait(self.driver, 30, ignored_exceptions=[WebDriverException]).until(
            lambda driver: driver.execute_script(
                "return performance.timeOrigin !== arguments[0] && document.readyState === 'complete'", before))

    def wait_for_heading(self, start):
        """Waits for a page, over pages that lead on by themselves."""
        WebDriverWait(self.driver, 30, poll_frequency=0.05, ignored_exceptions=[WebDriverException]).until(
            lambda driver: driver.execute_script(
                "return document.readyState === 'complete' && document.querySelector('h1')?.textContent.startsWith(arguments[0])",
                start))

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
