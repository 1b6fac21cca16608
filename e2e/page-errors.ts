import type { BrowserContext } from "@playwright/test";

/**
 * Chromium's message about a WebSocket that was closed before it was open. The page closes it if a user signs out right
 * after signing in. This depends on timing, so no test can expect it.
 */
const closedEarlySocket = /failed: WebSocket is closed before the connection is established\./;

/**
 * Collects console errors and warnings, uncaught errors and violations of the Content-Security-Policy on all pages of a
 * test. A test fails for each of them that it does not expect.
 */
export class PageErrors {
  readonly #received: string[] = [];
  readonly #expected: RegExp[] = [];

  /** Listens to all current and future pages of the context. */
  async observe(context: BrowserContext): Promise<void> {
    context.on("console", (message) => {
      if (message.type() !== "error" && message.type() !== "warning") return;
      if (closedEarlySocket.test(message.text())) return;
      this.#received.push(`${message.type()}: ${message.text()} (${message.location().url})`);
    });
    context.on("weberror", (error) => {
      this.#received.push(`uncaught: ${error.error().stack ?? error.error().message}`);
    });
    // Chromium logs most violations itself, but not those of a report-only policy.
    await context.addInitScript(() => {
      addEventListener("securitypolicyviolation", (event) => {
        console.error(`securitypolicyviolation: ${event.violatedDirective} ${event.blockedURI}`);
      });
    });
  }

  /** Expects an error that the test causes. Chromium logs every error response and every failed request. */
  expect(pattern: RegExp): void {
    this.#expected.push(pattern);
  }

  /** Expects that the server rejects a request with this status. */
  expectStatus(status: number): void {
    this.expect(new RegExp(`the server responded with a status of ${status} `));
  }

  /** Expects errors about requests without a response, and about a WebSocket that opens while the server stops. */
  expectNoResponse(): void {
    this.expect(/(Failed to load resource|WebSocket connection to '[^']*' failed): .*net::ERR_/);
    this.expect(/WebSocket connection to '[^']*' failed: Connection closed before receiving a /);
  }

  /** Returns the errors that the test did not expect. */
  unexpected(): string[] {
    return this.#received.filter((text) => !this.#expected.some((pattern) => pattern.test(text)));
  }
}
