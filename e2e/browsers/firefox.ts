import puppeteer, { type ElementHandle } from "puppeteer-core";
import { programOnPath } from "../../scripts/tools/program-on-path.mjs";
import { type BrowserWindow, findControl, findField } from "./window.ts";

/** The path of this machine's Firefox, or undefined. */
export const firefoxProgram = programOnPath("firefox", "firefox-esr");

/** Opens a window of Firefox, driven by WebDriver BiDi (https://w3c.github.io/webdriver-bidi/). */
export async function openFirefox(program: string): Promise<BrowserWindow> {
  const browser = await puppeteer.launch({
    browser: "firefox",
    executablePath: program,
    headless: true,
  });
  const page = await browser.newPage();
  const waitForElement = async (find: typeof findField, name: string): Promise<ElementHandle> => {
    const handle = await page.waitForFunction(find, { timeout: 20_000 }, name);
    return handle as ElementHandle;
  };
  return {
    goto: async (url) => void (await page.goto(url)),
    url: async () => page.url(),
    reload: async () => void (await page.reload()),
    fill: async (label, text) => {
      const field = await waitForElement(findField, label);
      await field.click({ count: 3 });
      await field.type(text);
    },
    click: async (name) => (await waitForElement(findControl, name)).click(),
    text: () => page.evaluate(() => document.body.innerText),
    close: () => browser.close(),
  };
}
