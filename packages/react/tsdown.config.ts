import { readFile, writeFile } from "node:fs/promises";
import { defineConfig } from "tsdown";

export default defineConfig({
  entry: ["src/index.ts", "src/i18n/locales/*.ts"],
  format: ["esm", "cjs"],
  // One file a module: an application's bundler leaves out what is not used, fetches a provider's
  // mark only where the provider is shown, and finds "use client" where it belongs.
  unbundle: true,
  dts: true,
  platform: "neutral",
  target: "es2022",
  onSuccess: async () => {
    const layered = await readFile("src/theme/styles.css", "utf8");
    await writeFile("dist/styles.css", layered);
    await writeFile("dist/styles.unlayered.css", unlayered(layered));
  },
});

/**
 * The same sheet without its layer. Any rule outside a layer wins over one inside, and some
 * applications have a reset for every button and input there (Tailwind CSS 3 for one).
 */
function unlayered(sheet: string): string {
  const body = /@layer portico \{([\s\S]*)\}\s*$/.exec(sheet)?.[1];
  if (body === undefined) throw new Error("styles.css is not one @layer portico.");
  return `${body.replace(/^ {2}/gm, "").trim()}\n`;
}
