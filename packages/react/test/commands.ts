import { setTimeout as pause } from "node:timers/promises";
import type {} from "@vitest/browser-playwright";
import type { BrowserCommand } from "vitest/node";

/**
 * Waits for the newest message to an address, and returns its six-digit code. This is a command because the inbox does
 * not respond to pages from another origin.
 */
export const newestCode: BrowserCommand<[origin: string, address: string]> = async (
  _,
  origin,
  address,
) => {
  for (let attempts = 0; attempts < 100; attempts++) {
    const query = new URLSearchParams({ query: `to:${address}` });
    const { messages } = await fetchJson(`${origin}/inbox/api/v1/search?${query}`);
    const [newestMessage] = Array.isArray(messages) ? messages : [];
    if (newestMessage) {
      const { Text } = await fetchJson(`${origin}/inbox/api/v1/message/${newestMessage.ID}`);
      const code = /\b\d{6}\b/.exec(String(Text))?.[0];
      if (code) return code;
    }
    await pause(50);
  }
  throw new Error(`No code was sent to ${address}.`);
};

async function fetchJson(url: string): Promise<Record<string, unknown>> {
  const body: unknown = await (await fetch(url)).json();
  return { ...Object(body) };
}

/** Returns the URL that an address redirects to. This is a command because a page cannot read it. */
export const redirectOf: BrowserCommand<[url: string]> = async (_, url) => {
  const response = await fetch(url, { redirect: "manual" });
  return response.headers.get("location") ?? "";
};

/** Emulates system settings: forced colors, reduced motion, dark mode. */
export const emulate: BrowserCommand<
  [
    preferences: {
      forcedColors?: "active" | "none";
      reducedMotion?: "reduce" | "no-preference" | null;
      colorScheme?: "light" | "dark" | null;
    },
  ]
> = async ({ page }, preferences) => {
  await page.emulateMedia(preferences);
};
