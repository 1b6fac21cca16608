import type { BrowserContext } from "playwright-core";

/** The same CPU slowdown as in Lighthouse. */
const cpuSlowdown = 4;

/** The measurements of one action. */
interface ActionTimes {
  /** The longest time from an event to the paint that follows it. */
  readonly responseMs: number;
  /** The longest task of the action; 0 if none took more than 50 ms. */
  readonly longestTaskMs: number;
}

/** Measurements of the notes list on a slowed-down CPU. */
export interface InteractionTimes {
  /** The longest task while the list was scrolled; 0 if none took more than 50 ms. */
  readonly scrollingMs: number;
  readonly actions: Readonly<Record<string, ActionTimes>>;
}

declare global {
  var pace: { tasks: number[]; responses: number[] };
}

/** Uses the notes list as a signed-in user, and measures how fast the page responds. */
export async function measureInteractions(
  browser: BrowserContext,
  url: string,
): Promise<InteractionTimes> {
  const page = await browser.newPage();
  await page.addInitScript(() => {
    globalThis.pace = { tasks: [], responses: [] };
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) pace.tasks.push(duration);
    }).observe({ type: "longtask" });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) pace.responses.push(duration);
    }).observe({ type: "event", ...{ durationThreshold: 16 } });
  });
  await page.goto(url);
  await page.getByRole("listitem").first().waitFor();
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: cpuSlowdown });

  const measure = async (action: () => Promise<unknown>): Promise<ActionTimes> => {
    await page.evaluate(() => {
      pace.tasks = [];
      pace.responses = [];
    });
    await action();
    await page.waitForTimeout(700);
    return page.evaluate(() => ({
      responseMs: Math.max(0, ...pace.responses),
      longestTaskMs: Math.max(0, ...pace.tasks),
    }));
  };
  const { longestTaskMs: scrollingMs } = await measure(async () => {
    for (let step = 0; step < 20; step += 1) {
      await page.mouse.wheel(0, 600);
      await page.waitForTimeout(50);
    }
  });
  const clickButton = (name: RegExp) => page.getByRole("button", { name }).first().click();
  const interactions: Readonly<Record<string, () => Promise<unknown>>> = {
    "next page": () => clickButton(/^Next$/),
    pin: () => clickButton(/^Pin/),
    search: () => page.getByRole("searchbox").pressSequentially("Note 9", { delay: 80 }),
    delete: () => clickButton(/^Delete/),
    open: () => page.getByRole("listitem").getByRole("link").first().click(),
    close: () => page.keyboard.press("Escape"),
  };
  const actions: Record<string, ActionTimes> = {};
  for (const [name, action] of Object.entries(interactions)) actions[name] = await measure(action);
  await page.close();
  return { scrollingMs, actions };
}
