import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { type Browser, chromium as playwright } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { chromium } from "../../../../scripts/chromium.mjs";
import { npm } from "../npm.ts";

/*
 * Makes applications by the commands that people start with, puts the form into each with its sheet before and
 * after the application's own, and compares the form with that of an application without styles. Run by
 * `npm run test:nightly`.
 */

const { archive, home } = inject("packed");
const folder = join(home, "stock");

interface Application {
  readonly name: string;
  /** The command that makes it. */
  readonly command: readonly string[];
  /** Changes its configuration, which may hold Tailwind's. */
  prepare?(root: string): void;
  /** The files to write, with our sheet before the application's own, or after it. */
  files(order: "before" | "after"): Readonly<Record<string, string>>;
  readonly build: readonly string[];
  /** Where the built pages are. */
  readonly built: string;
}

const form = `
import { createElement } from "react";
import { Auth, AuthCard } from "@portico/react";
import { createClient } from "@supabase/supabase-js";
const supabaseClient = createClient("http://127.0.0.1:9", "key");
export const form = createElement(
  AuthCard,
  null,
  createElement(Auth, { supabaseClient, providers: ["github", "google"], magicLink: true }),
);
`;

const ours = `import "@portico/react/styles.css";\n`;
const ordered = (own: string, order: "before" | "after") =>
  order === "before" ? ours + own : own + ours;

function next(name: string, ...options: string[]): Application {
  return {
    name,
    command: [
      ...["create-next-app@latest", name, "--ts", "--app", "--no-src-dir", "--no-eslint"],
      ...["--import-alias", "@/*", "--skip-install", "--disable-git", "--yes", ...options],
    ],
    files: (order) => ({
      "app/form.js": form,
      "app/page.tsx": `"use client";\nimport { form } from "./form";\nexport default function Page() {\n  return form;\n}\n`,
      // Its fonts come from the network.
      "app/layout.tsx": `${ordered('import "./globals.css";\n', order)}
        export default function Layout({ children }: { children: React.ReactNode }) {
          return <html lang="en"><body>{children}</body></html>;
        }`,
    }),
    prepare(root) {
      const file = join(root, "next.config.ts");
      const config = readFileSync(file, "utf8");
      const exported = config
        .replace(": NextConfig = {", ': NextConfig = { output: "export",')
        // What files alone cannot serve.
        .replace(/(cacheComponents|partialPrefetching): true/g, "$1: false");
      writeFileSync(file, exported);
    },
    build: ["next", "build"],
    built: "out",
  };
}

const applications: readonly Application[] = [
  {
    name: "vite",
    command: ["create-vite@latest", "vite", "--template", "react-ts", "--no-interactive"],
    files: (order) => ({
      "src/form.js": form,
      "src/main.tsx": `${ordered('import "./index.css";\n', order)}
        import { createRoot } from "react-dom/client";
        // @ts-expect-error A script.
        import { form } from "./form.js";
        createRoot(document.getElementById("root")!).render(form);`,
    }),
    build: ["vite", "build"],
    built: "dist",
  },
  next("next", "--no-tailwind"),
  next("next-tailwind", "--tailwind"),
];

describe.skipIf(process.env["PORTICO_WILD"] === undefined)("a new application", () => {
  let browser: Browser;

  beforeAll(async () => {
    const { executable, args } = chromium();
    browser = await playwright.launch({ ...(executable && { executablePath: executable }), args });
    mkdirSync(folder, { recursive: true });
  });

  afterAll(async () => {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test.each(applications)(
    "that is made as $name shows the form as a page without styles does",
    async (application) => {
      const root = join(folder, application.name);
      npm(folder, "exec", "--yes", "--", ...application.command);
      application.prepare?.(root);
      npm(root, "install", "--silent", `@portico/react@file:${archive}`, "@supabase/supabase-js@2");
      for (const order of ["before", "after"] as const) {
        for (const [file, text] of Object.entries(application.files(order)))
          writeFileSync(join(root, file), text);
        npm(root, "exec", "--", ...application.build);
        const served = await serve(join(root, application.built));
        for (const colorScheme of ["light", "dark"] as const) {
          // Narrower than the width from which create-vite has a larger font.
          const page = await browser.newPage({
            colorScheme,
            viewport: { width: 800, height: 900 },
          });
          await page.goto(served.url);
          const card = page.locator(".portico-card");
          const html = await card.evaluate((element) => element.outerHTML);
          const found = await card.evaluate(looksOf);
          await page.goto("about:blank");
          await page.setContent(`<!doctype html><style>${sheet()}</style>${html}`);
          const plain = new Set(await card.evaluate(looksOf));
          await page.close();
          expect(plain.size).toBeGreaterThan(1_000);
          expect(found.filter((look) => !plain.has(look))).toEqual([]);
        }
        served.close();
      }
    },
    900_000,
  );
});

const sheet = () => readFileSync(join(home, "node_modules/@portico/react/dist/styles.css"), "utf8");

/** The computed styles of the form in a card. It runs in the page. */
function looksOf(card: Element): string[] {
  const ofThePage =
    /^(--|-webkit-|appearance|font-(synthesis|feature|variation-settings)|tab-size|text-(rendering|size)|top|right|bottom|left|inset-)|-(block|inline)(-|$)/;
  const ofABox =
    /^(display|box-|width|height|padding-|background-|border-.*-(width|radius)|fill|stroke|opacity|transform$)/;
  return [card, ...card.querySelectorAll("*")].flatMap((element, index) => {
    const style = getComputedStyle(element);
    const isBox = element.matches(".portico-card, svg, svg *");
    return [...style]
      .filter((property) => (isBox ? ofABox.test(property) : !ofThePage.test(property)))
      .map(
        (property) =>
          `${index} ${element.tagName} ${property}: ${style.getPropertyValue(property)}`,
      );
  });
}

const types: Readonly<Record<string, string>> = {
  ...{
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
  },
};

async function serve(root: string): Promise<{ url: string; close(): void }> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    const file = pathname.endsWith("/") ? `${pathname}index.html` : pathname;
    try {
      const body = readFileSync(join(root, file));
      response.writeHead(200, { "content-type": types[extname(file)] ?? "text/plain" }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  return {
    url: `http://127.0.0.1:${address.port}/`,
    close: () => server.closeAllConnections() ?? server.close(),
  };
}
