"""A real browser that `wayleave login` starts by BROWSER: somebody types and clicks on the playground's pages.

Usage: chromium.py allow|deny|wrong-password|close-window|opened-window LOG URL

The log gets a line for what was seen: `done`, the mark of the page at the end (good, calm, bad) and the appearances in
which its text can be read (light, dark); `closed` for a window that is closed before, `closed by itself` for one that a
page has opened and that was gone afterwards; or `failed WHY`. Next to the log are pictures of the page.
"""

import re
import sys
import time

from selenium import webdriver
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

HANDLE = "ravioduya"
PASSWORD = "narrow-lane"
PATIENCE = 60


def main():
    what, log, url = sys.argv[1:]
    try:
        seen = go(what, log, url)
    except Exception as error:  # noqa: BLE001
        seen = f"failed {type(error).__name__} {str(error).splitlines()[0] if str(error) else ''}"
    with open(log, "a", encoding="utf-8") as file:
        file.write(seen + "\n")


def go(what, log, url):
    driver = browser()
    try:
        if what == "opened-window":
            # Only a window that a page has opened may close itself.
            driver.get("data:text/html,<title>an app</title>")
            driver.execute_script("window.open(arguments[0])", url)
            driver.switch_to.window(driver.window_handles[-1])
        else:
            driver.get(url)
        if what == "close-window":
            wait(driver, lambda: driver.find_elements(By.ID, "password"))
            driver.close()
            return "closed"
        if what == "wrong-password":
            sign_in(driver, "nonsense")
            wait(driver, lambda: driver.find_elements(By.CSS_SELECTOR, "[role=alert]"))
            enter_password(driver, PASSWORD)
        else:
            sign_in(driver, PASSWORD)
        button = f"button[value={'deny' if what == 'deny' else 'allow'}]"
        wait(driver, lambda: driver.find_element(By.TAG_NAME, "h1").text.startswith("Allow"))
        driver.find_element(By.CSS_SELECTOR, button).click()
        if what == "opened-window":
            wait(driver, lambda: len(driver.window_handles) == 1)
            return "closed by itself"
        wait(driver, lambda: "/callback" in driver.current_url)
        wait(driver, lambda: driver.find_elements(By.CLASS_NAME, "mark"))
        # The page takes code and state out of the address, so that they do not stay in the history.
        wait(driver, lambda: "?" not in driver.current_url)
        mark = driver.find_element(By.CLASS_NAME, "mark").get_attribute("class").split()
        seen = [scheme for scheme in ("light", "dark") if is_readable(driver, scheme, log)]
        return " ".join(["done", *(word for word in mark if word != "mark"), *seen])
    finally:
        driver.quit()


def is_readable(driver, scheme, log):
    """Whether the page has the scheme, and each text the contrast of WCAG 2.1, 1.4.3: 4.5 to 1."""
    driver.execute_cdp_cmd(
        "Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]})
    driver.save_screenshot(f"{log}-{scheme}.png")
    paper, card, heading, text, brand = driver.execute_script("""
        const style = query => getComputedStyle(document.querySelector(query))
        return [style('body').backgroundColor, style('main').backgroundColor, style('h1').color, style('main p').color,
          style('.brand').color]""")
    pairs = [(card, heading), (card, text), (paper, brand)]
    return (luminance(paper) > 0.5) == (scheme == "light") and all(contrast(*pair) >= 4.5 for pair in pairs)


def luminance(color):
    """WCAG 2.1, the relative luminance of "rgb(…)"."""
    parts = [int(number) / 255 for number in re.findall(r"\d+", color)[:3]]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, other):
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def browser():
    options = webdriver.ChromeOptions()
    options.binary_location = "/usr/bin/chromium"
    for argument in ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]:
        options.add_argument(argument)
    return webdriver.Chrome(options=options, service=webdriver.ChromeService("/usr/bin/chromedriver"))


def sign_in(driver, password):
    wait(driver, lambda: driver.find_elements(By.ID, "password"))
    driver.find_element(By.ID, "username").send_keys(HANDLE)
    enter_password(driver, password)


def enter_password(driver, password):
    driver.find_element(By.ID, "password").send_keys(password)
    # A key for the window: the field can be gone while the driver looks at it.
    ActionChains(driver).send_keys(Keys.ENTER).perform()


def wait(driver, condition):
    end = time.monotonic() + PATIENCE
    while True:
        try:
            if condition():
                return
        except Exception:  # noqa: BLE001  # a page that is being left
            if time.monotonic() > end:
                raise
        if time.monotonic() > end:
            raise TimeoutError(driver.current_url.split("?")[0])
        time.sleep(0.05)


main()
