import "vitest";
import "vitest/browser";

declare module "vitest" {
  interface ProvidedContext {
    /** The URL of the backend, and its publishable key. */
    backend: { origin: string; publishableKey: string };
    /** A folder with the installed package, and the archive it was installed from. */
    packed: { home: string; archive: string };
    /** True to test every color scheme and direction, which takes long. */
    everyLook: boolean;
    /** Resets of libraries that are only downloaded at night: their names and their CSS. */
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
