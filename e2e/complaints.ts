import type { BrowserContext } from "@playwright/test";

/**
 * The browser's message about a page that closed a WebSocket before it was open, as ours does if a user signs
 * out or leaves right after signing in. It depends on the network's timing, so no test can expect it.
 */
const gaveUpSocket = /failed: WebSocket is closed before the connection is established\./;

/**
 * What the browser complains about on the pages of a test: errors and warnings in the console, errors
 * that nobody caught, and whatever a Content-Security-Policy forbade. A test in which there is one
 * that it did not announce fails.
 */
export class Complaints {
  readonly #received: string[] = [];
  readonly #expected: RegExp[] = [];

  /** Listens to every page that the context has and will have. */
  async listenTo(context: BrowserContext): Promise<void> {
    context.on("console", (message) => {
      if (message.type() !== "error" && message.type() !== "warning") return;
      if (gaveUpSocket.test(message.text())) return;
      this.#received.push(`${message.type()}: ${message.text()} (${message.location().url})`);
    });
    context.on("weberror", (error) => {
      this.#received.push(`uncaught: ${error.error().stack ?? error.error().message}`);
    });
    // Chromium says most of these in the console as well, but not those of a policy that only reports.
    await context.addInitScript(() => {
      addEventListener("securitypolicyviolation", (event) => {
        console.error(`securitypolicyviolation: ${event.violatedDirective} ${event.blockedURI}`);
      });
    });
  }

  /**
   * Announces a complaint that belongs to the test. Chromium complains of every answer that is an
   * error and of every request without an answer.
   */
  expect(pattern: RegExp): void {
    this.#expected.push(pattern);
  }

  /** Announces that the server refuses a request with that status. */
  expectStatus(status: number): void {
    this.expect(new RegExp(`the server responded with a status of ${status} `));
  }

  /** Announces that requests get no answer. */
  expectNoAnswer(): void {
    this.expect(/(Failed to load resource|WebSocket connection to '[^']*' failed): .*net::ERR_/);
  }

  /** Those that were not announced. */
  unexpected(): string[] {
    return this.#received.filter((text) => !this.#expected.some((pattern) => pattern.test(text)));
  }
}
