import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import type { Plugin } from "rolldown";

const source = join(import.meta.dirname, "../src");
const browser = join(source, "browser");

/**
 * The modules of Node, and the parts of them that the build for browsers has. Any other module fails the build.
 */
const builtIn: Readonly<Record<string, string>> = {
  "node:async_hooks": "node/async-hooks.ts",
  "node:crypto": "node/crypto.ts",
  "node:dns/promises": "node/dns-promises.ts",
  "node:net": "node/net.ts",
  "node:path": "node/path.ts",
  "node:timers/promises": "node/timers-promises.ts",
  "node:util": "node/util.ts",
};

/** Our modules that are for Node, and their replacements in the build for browsers. */
const replacements: Readonly<Record<string, string>> = {
  "auth/passwords/algorithms.ts": "substitutes/algorithms.ts",
  "auth/saml/load.ts": "substitutes/saml.ts",
  "database/scripts.ts": "substitutes/scripts.ts",
  "http/body/compression.ts": "substitutes/compression.ts",
  "http/protection/other-account.ts": "substitutes/other-account.ts",
  "http/protection/private-network.ts": "substitutes/private-network.ts",
  "keys/signer.ts": "substitutes/signer.ts",
  "mail/mime-source.ts": "substitutes/mime-source.ts",
  "why/explain-storage.ts": "substitutes/explain-storage.ts",
};

const scripts = "portico:scripts";

const plugin: Plugin = {
  name: "for-browsers",
  resolveId: {
    order: "pre",
    async handler(name, importer, options) {
      if (name === scripts) return `\0${scripts}`;
      if (name === "hono/cookie") return join(browser, "substitutes/cookie.ts");
      if (name.startsWith("node:")) {
        const part = builtIn[name];
        if (part) return join(browser, part);
        throw new Error(`${importer} imports ${name}, which no browser has.`);
      }
      if (!name.startsWith(".")) return null;
      const found = await this.resolve(name, importer, { ...options, skipSelf: true });
      const other = found && replacements[relative(source, found.id).replaceAll("\\", "/")];
      return other && importer !== join(browser, other) ? join(browser, other) : found;
    },
  },
  load: (id) => (id === `\0${scripts}` ? scriptsModule() : null),
};

/** The SQL files that the server reads, as a module. */
function scriptsModule(): string {
  const textsIn = (folder: string) => {
    const path = join(source, "database", folder);
    const names = readdirSync(path).filter((name) => name.endsWith(".sql"));
    return names.sort().map((name) => ({ name, text: readFileSync(join(path, name), "utf8") }));
  };
  const extensions = textsIn("extensions").map(({ name, text }) => [name.slice(0, -4), text]);
  return `
    export const system = ${JSON.stringify(textsIn("system"))};
    export const extensions = ${JSON.stringify(Object.fromEntries(extensions))};`;
}

const inject: Record<string, [string, string]> = {
  Buffer: [join(browser, "node/buffer.ts"), "Buffer"],
};

/**
 * Builds the sources into a bundle for browsers: `browser/substitutes` and `browser/node` replace what Node has.
 */
export const forBrowsers = {
  plugin,
  inputOptions: { transform: { inject } },
};
