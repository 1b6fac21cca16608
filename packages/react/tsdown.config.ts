import { readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { defineConfig } from "tsdown";
import { makeDeclarationsPortable } from "./build/declarations.ts";

/** The entries that have their own style sheet. */
const parts = [
  "account",
  "plugins",
  "doctor",
  "protected",
  "user-button",
  "consent",
  "organizations",
];

export default defineConfig([
  {
    entry: [
      "src/index.ts",
      "src/auth-ui.ts",
      "src/auth-helpers/index.ts",
      "src/i18n/locales/*.ts",
      "src/account/index.ts",
      "src/account/locales/*.ts",
      "src/plugins/index.ts",
      "src/plugins/locales/*.ts",
      "src/doctor/index.ts",
      "src/social/icons/*.ts",
      "src/protected/index.ts",
      "src/protected/locales/*.ts",
      "src/server/index.ts",
      "src/user-button/index.ts",
      "src/user-button/locales/*.ts",
      "src/consent/index.ts",
      "src/consent/locales/*.ts",
      "src/organizations/index.ts",
      "src/organizations/locales/*.ts",
      // React Server Components import these modules instead of the entries above.
      "src/react-server/*.ts",
    ],
    format: ["esm", "cjs"],
    // Write one file per module, so that an application's bundler can exclude unused modules, load a provider's icon
    // only where the provider is shown, and find each "use client".
    unbundle: true,
    dts: true,
    // Exclude the tests, because the build would write declarations for what they import from outside the package.
    tsconfig: "tsconfig.build.json",
    platform: "neutral",
    target: "es2022",
    inputOptions: {
      checks: { pluginTimings: false },
      // Ignore the warning about "use client": each module stays a file with its directive
      // (test/package/packed.node.test.ts).
      onLog: (level, log, defaultHandler) => {
        if (log.code !== "MODULE_LEVEL_DIRECTIVE") defaultHandler(level, log);
      },
    },
    onSuccess: async ({ outDir }) => {
      const styles = await readFile("src/theme/styles.css", "utf8");
      const layers = await readFile("src/theme/layers.css", "utf8");
      await writeFile(join(outDir, "styles.css"), await inlineImports("src/theme/styles.css"));
      await writeFile(join(outDir, "styles.layered.css"), `${layers}\n${withoutImports(styles)}`);
      await writeFile(join(outDir, "styles.unlayered.css"), unlayered(styles));
      for (const part of parts)
        await writeFile(
          join(outDir, `${part}.css`),
          await inlineImports(`src/${part}/${part}.css`),
        );
      // TypeScript requires a declaration for a side-effect import.
      await writeFile(join(outDir, "styles.css.d.cts"), "export {};\n");
      await writeFile(join(outDir, "auth-ui.styled.js"), styledEntry);
      await makeDeclarationsPortable(outDir);
    },
  },
  {
    // `npx @portico/react migrate`
    entry: { cli: "codemod/cli.ts" },
    format: "esm",
    platform: "node",
    target: "node18",
    minify: true,
    dts: false,
    clean: false,
  },
]);

/** The `auth-ui` entry for bundlers; see docs/decisions/0011. */
const styledEntry = `import "./styles.unlayered.css";\nexport * from "./auth-ui.js";\n`;

/** Returns a style sheet with its imports inlined. */
async function inlineImports(file: string): Promise<string> {
  const sheet = await readFile(file, "utf8");
  const imports = [...sheet.matchAll(/^@import "(.+)";\n/gm)];
  const parts = await Promise.all(
    imports.map(([, path = ""]) => readFile(join(dirname(file), path), "utf8")),
  );
  return [...parts, withoutImports(sheet)].join("\n");
}

function withoutImports(sheet: string): string {
  return sheet.replace(/^@import .*\n+/gm, "");
}

/** Returns the rules without their layer, for applications whose own rules were written for the archived kit. */
function unlayered(sheet: string): string {
  const body = /@layer components\.portico \{([\s\S]*)\}\s*$/.exec(sheet)?.[1];
  if (body === undefined) throw new Error("styles.css is not one @layer components.portico.");
  return `${body.replace(/^ {2}/gm, "").trim()}\n`;
}
