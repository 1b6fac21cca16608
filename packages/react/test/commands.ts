import { setTimeout as pause } from "node:timers/promises";
import type { BrowserCommand } from "vitest/node";

declare module "vitest/browser" {
  interface BrowserCommands {
    newestCode(origin: string, address: string): Promise<string>;
    redirectOf(url: string): Promise<string>;
  }
}

interface Found {
  readonly messages: readonly { readonly ID: string }[];
}

/** The six digits of the newest message to an address, which it waits for. The inbox is not for pages of other origins. */
export const newestCode: BrowserCommand<[origin: string, address: string]> = async (
  _,
  origin,
  address,
) => {
  for (let tries = 0; tries < 100; tries++) {
    const query = new URLSearchParams({ query: `to:${address}` });
    const found: Found = await (await fetch(`${origin}/inbox/api/v1/search?${query}`)).json();
    const newest = found.messages[0];
    if (newest) {
      const response = await fetch(`${origin}/inbox/api/v1/message/${newest.ID}`);
      const { Text }: { Text: string } = await response.json();
      const code = /\b\d{6}\b/.exec(Text)?.[0];
      if (code) return code;
    }
    await pause(50);
  }
  throw new Error(`No code came to ${address}.`);
};

/** Where an address sends its visitor, which a page cannot see. */
export const redirectOf: BrowserCommand<[url: string]> = async (_, url) => {
  const response = await fetch(url, { redirect: "manual" });
  return response.headers.get("location") ?? "";
};
