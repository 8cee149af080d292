"""A real browser that `wayleave login` starts by BROWSER: somebody types and clicks on the playground's pages.

Usage: chromium.py allow|deny|wrong-password|close-window LOG URL

The log gets a line for what was seen: `done` and the mark of the page at the end (good, calm, bad), `closed`, or
`failed WHY`.
"""

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
        seen = go(what, url)
    except Exception as error:  # noqa: BLE001
        seen = f"failed {type(error).__name__} {str(error).splitlines()[0] if str(error) else ''}"
    with open(log, "a", encoding="utf-8") as file:
        file.write(seen + "\n")


def go(what, url):
    driver = browser()
    try:
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
        wait(driver, lambda: "/callback" in driver.current_url)
        wait(driver, lambda: driver.find_elements(By.CLASS_NAME, "mark"))
        # The page takes code and state out of the address, so that they do not stay in the history.
        wait(driver, lambda: "?" not in driver.current_url)
        mark = driver.find_element(By.CLASS_NAME, "mark").get_attribute("class").split()
        return " ".join(["done", *(word for word in mark if word != "mark")])
    finally:
        driver.quit()


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
