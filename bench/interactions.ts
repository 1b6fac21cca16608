import type { BrowserContext } from "playwright-core";

/** How much slower the processor is than this one, as Lighthouse has it. */
const slowdown = 4;

/** What was measured of the list of notes on a slowed processor. */
export interface Pace {
  /** The longest task while the list was scrolled, in milliseconds; 0 where none was over 50. */
  readonly scrolling: number;
  /** The longest time from each action to the paint that shows it came, in milliseconds. */
  readonly answers: Readonly<Record<string, number>>;
}

declare global {
  var pace: { tasks: number[]; answers: number[] };
}

/** Goes through the list of notes as a person does who is signed in, and watches how long it takes. */
export async function paceOf(browser: BrowserContext, url: string): Promise<Pace> {
  const page = await browser.newPage();
  await page.addInitScript(() => {
    globalThis.pace = { tasks: [], answers: [] };
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) pace.tasks.push(duration);
    }).observe({ type: "longtask" });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) pace.answers.push(duration);
    }).observe({ type: "event", ...{ durationThreshold: 16 } });
  });
  await page.goto(url);
  await page.getByRole("listitem").first().waitFor();
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown });

  const longest = async (of: "tasks" | "answers", act: () => Promise<unknown>) => {
    await page.evaluate((of) => {
      pace[of] = [];
    }, of);
    await act();
    await page.waitForTimeout(500);
    return page.evaluate((of) => Math.max(0, ...pace[of]), of);
  };
  const scrolling = await longest("tasks", async () => {
    for (let step = 0; step < 20; step += 1) {
      await page.mouse.wheel(0, 600);
      await page.waitForTimeout(50);
    }
  });
  const actions: Readonly<Record<string, () => Promise<unknown>>> = {
    pin: () => page.getByRole("button", { name: /^Pin/ }).first().click(),
    search: () => page.getByRole("searchbox").pressSequentially("Note 9", { delay: 80 }),
    delete: () =>
      page
        .getByRole("button", { name: /^Delete/ })
        .first()
        .click(),
    open: () => page.getByRole("listitem").getByRole("link").first().click(),
  };
  const answers: Record<string, number> = {};
  for (const [name, act] of Object.entries(actions)) answers[name] = await longest("answers", act);
  await page.close();
  return { scrolling, answers };
}
