import { createHash } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { AstroIntegration } from "astro";
import { StyleClasses } from "./style-classes.ts";

/**
 * Adds one strict Content-Security-Policy to every page of the build: nothing inline without its hash, no
 * `'unsafe-inline'`, no `'unsafe-eval'`, no other host. Style attributes, which a policy cannot list one by one, become
 * classes. Each page contains the policy. `_headers`, which many static hosts read, also has the directives that a page
 * cannot set.
 */
export function strictPolicy(): AstroIntegration {
  let base = "/";
  return {
    name: "portico-strict-policy",
    hooks: {
      "astro:config:done": ({ config }) => {
        base = config.base.replace(/\/?$/, "/");
      },
      "astro:build:done": async ({ dir }) => {
        const folder = fileURLToPath(dir);
        const files = (await readdir(folder, { recursive: true })).filter((name) =>
          name.endsWith(".html"),
        );
        const classes = new StyleClasses();
        const pages = await Promise.all(
          files.map(async (name) => ({
            path: join(folder, name),
            html: classes.replaceStyles(await readFile(join(folder, name), "utf8")),
          })),
        );
        const text = pages.map(({ html }) => html).join("\n");
        const policy = policyOf(hashesOf(text, "script"), hashesOf(text, "style"));
        const sheet = classes.sheet();
        const name = `_astro/styles.${digest(sheet).replace(/\W/g, "").slice(0, 8)}.css`;
        await writeFile(join(folder, name), sheet);
        const meta = `<meta http-equiv="content-security-policy" content="${policy}">`;
        const link = `<link rel="stylesheet" href="${base}${name}">`;
        for (const { path, html } of pages)
          await writeFile(
            path,
            html.replace("<head>", `<head>${meta}`).replace("</head>", `${link}</head>`),
          );
        await writeFile(join(folder, "_headers"), headersFile(policy, base));
        await selectTokensByClass(join(folder, "_astro"));
        await removeLandmarkRoles(join(folder, "_astro"));
      },
    },
  };
}

/** Returns the hashes of inline scripts or styles. */
export function hashesOf(html: string, element: "script" | "style"): string[] {
  const matches = html.matchAll(
    new RegExp(`<${element}(?![^>]*\\ssrc=)[^>]*>([\\s\\S]*?)</${element}>`, "g"),
  );
  const texts = new Set([...matches].map(([, text = ""]) => text));
  return [...texts].map((text) => `'sha256-${digest(text)}'`);
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("base64");
}

/**
 * Removes the landmark role of scrollable code blocks. They must be focusable, but landmarks would need unique names.
 */
async function removeLandmarkRoles(folder: string) {
  const role = /,\w+\.setAttribute\("role","region"\)/;
  for (const name of (await readdir(folder)).filter((name) => /^ec\..*\.js$/.test(name))) {
    const script = await readFile(join(folder, name), "utf8");
    if (!role.test(script))
      throw new Error(`${name} makes code focusable in another way than expected.`);
    await writeFile(join(folder, name), script.replace(role, ""));
  }
}

/**
 * Rewrites the highlighter's stylesheet, which selects tokens of code by their style attributes, to use the classes.
 */
async function selectTokensByClass(folder: string) {
  const selector = "span[style^='--']:not([class])";
  const names = (await readdir(folder)).filter((name) => /^ec\..*\.css$/.test(name));
  for (const name of names) {
    const css = await readFile(join(folder, name), "utf8");
    if (!css.includes(selector))
      throw new Error(`${name} selects the tokens of code in another way than expected.`);
    await writeFile(join(folder, name), css.replaceAll(selector, "span[class^='st-']"));
  }
  if (names.length === 0) throw new Error("The build has no stylesheet of the highlighter.");
}

function policyOf(scripts: readonly string[], styles: readonly string[]): string {
  return [
    "default-src 'none'",
    // The search index and the playground's PostgreSQL need WebAssembly.
    `script-src 'self' 'wasm-unsafe-eval' ${scripts.join(" ")}`.trim(),
    `style-src 'self' ${styles.join(" ")}`.trim(),
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    // The playground shows the desk in a frame.
    "frame-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
  ].join("; ");
}

function headersFile(policy: string, base: string): string {
  return [
    "/*",
    `  Content-Security-Policy: ${policy}; frame-ancestors 'self'`,
    "  X-Content-Type-Options: nosniff",
    "  Referrer-Policy: no-referrer",
    "  Cross-Origin-Opener-Policy: same-origin",
    "  Permissions-Policy: camera=(), geolocation=(), microphone=()",
    `${base}_astro/*`,
    "  Cache-Control: public, max-age=31536000, immutable",
    "",
  ].join("\n");
}
