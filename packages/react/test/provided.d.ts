import "vitest";
import "vitest/browser";

declare module "vitest" {
  interface ProvidedContext {
    /** Where the backend answers, and the key that a page shows it. */
    backend: { origin: string; publishableKey: string };
    /** A folder with the packed package installed in it, and the archive that it came from. */
    packed: { home: string; archive: string };
    /** Whether every scheme and direction is looked at, which takes its time. */
    everyLook: boolean;
    /** Resets of libraries that are had at night only: their names and their CSS. */
    heavyResets: [name: string, css: string][];
  }
}

declare module "vitest/browser" {
  interface BrowserCommands {
    newestCode(origin: string, address: string): Promise<string>;
    redirectOf(url: string): Promise<string>;
    emulate(preferences: {
      forcedColors?: "active" | "none";
      reducedMotion?: "reduce" | "no-preference";
      colorScheme?: "light" | "dark" | null;
    }): Promise<void>;
  }
}
