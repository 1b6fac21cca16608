import "vitest";
import "vitest/browser";

declare module "vitest" {
  interface ProvidedContext {
    /** The URL of the backend, and its publishable key. */
    backend: { origin: string; publishableKey: string };
    /** A folder that contains the installed package, and the archive from which it was installed. */
    packed: { home: string; archive: string };
    /** Whether to test every color scheme and direction, which takes long. */
    everyLook: boolean;
    /** The names and the CSS of resets that only the nightly tests download. */
    heavyResets: [name: string, css: string][];
  }
}

declare module "vitest/browser" {
  interface BrowserCommands {
    newestCode(origin: string, address: string): Promise<string>;
    redirectOf(url: string): Promise<string>;
    emulate(preferences: {
      forcedColors?: "active" | "none";
      reducedMotion?: "reduce" | "no-preference" | null;
      colorScheme?: "light" | "dark" | null;
    }): Promise<void>;
  }
}
