import type { Context } from "hono";
import { streamSSE } from "hono/streaming";
import type { Database } from "../../database/port.ts";
import { inboxChannel } from "./mailbox.ts";

/** How often an idle page receives an event, so that proxies keep the connection open. */
const keepAliveMs = 20_000;

interface Page {
  /** @param payload the change as JSON */
  notify(payload: string): void;
  close(): void;
}

/**
 * Sends changes to pages as they happen (Server-Sent Events). The first event is `ready`, followed by `new` and
 * `change` events. All pages of a process share one listener on the database, which receives the changes of every
 * process.
 */
export class LiveEvents {
  readonly #database: Database;
  readonly #pages = new Set<Page>();
  #stopListening: Promise<() => Promise<void>> | undefined;

  constructor(database: Database) {
    this.#database = database;
  }

  respond(context: Context): Response {
    // Disable buffering in proxies, which would never forward this endless response.
    context.header("X-Accel-Buffering", "no");
    return streamSSE(context, async (stream) => {
      const closed = Promise.withResolvers<void>();
      stream.onAbort(() => closed.resolve());
      const page: Page = {
        notify: (payload) => {
          const event = payload.startsWith('{"event":"new"') ? "new" : "change";
          stream.writeSSE({ event, data: payload }).catch(() => closed.resolve());
        },
        close: () => closed.resolve(),
      };
      const keepAliveTimer = setInterval(() => {
        stream.write(": still here\n\n").catch(() => closed.resolve());
      }, keepAliveMs);
      try {
        await this.#join(page);
        await stream.writeSSE({ event: "ready", data: "{}", retry: 2_000 });
        await closed.promise;
      } finally {
        clearInterval(keepAliveTimer);
        await this.#leave(page);
      }
    });
  }

  async close(): Promise<void> {
    for (const page of this.#pages) page.close();
    this.#pages.clear();
    await this.#stop();
  }

  async #join(page: Page): Promise<void> {
    this.#pages.add(page);
    this.#stopListening ??= this.#database.listen(inboxChannel, (payload) => {
      for (const { notify } of this.#pages) notify(payload ?? "");
    });
    await this.#stopListening;
  }

  async #leave(page: Page): Promise<void> {
    this.#pages.delete(page);
    if (this.#pages.size === 0) await this.#stop();
  }

  async #stop(): Promise<void> {
    const listening = this.#stopListening;
    this.#stopListening = undefined;
    // Ignore a failure to listen: the callers that waited for it have already received the error.
    const stop = await listening?.catch(() => undefined);
    await stop?.();
  }
}
