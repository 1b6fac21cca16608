import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { createRequire } from "node:module";
import { extname, join } from "node:path";
import { chromium as playwright } from "playwright-core";
import { build } from "vite";
import { describe, expect, inject, test } from "vitest";
import { chromium } from "../../../../scripts/tools/chromium.mjs";
import { runNpm } from "../npm.ts";

/*
 * Installs the packed kit with each supported version of React and Node. The server must render the form, and a browser
 * must hydrate it and show the response to a sign-in. `npm run test:nightly` runs these tests.
 */

const { archive, home } = inject("packed");

const page = `
import { createElement } from "react";
import { createClient } from "@supabase/supabase-js";
import { Auth } from "@portico/react";
const supabaseClient = createClient(globalThis.location?.origin ?? "http://127.0.0.1:9", "key");
export const page = createElement(Auth, { supabaseClient, providers: [] });
`;
const server = `
import { renderToString } from "react-dom/server";
import { page } from "./page.js";
console.log(process.version + renderToString(page));
`;
const client = `
import { hydrateRoot } from "react-dom/client";
import { page } from "./page.js";
hydrateRoot(document.getElementById("root"), page);
`;

describe.skipIf(process.env["PORTICO_WILD"] === undefined)("a packed kit", () => {
  test.each(["18.2.0", "18.3.1", "19"])(
    "a page with React %s renders on Node 22, 24 and 26 and works in a browser",
    async (react) => {
      const folder = application(`react-${react}`, { react, "react-dom": react });
      for (const version of ["22", "24", "26"]) {
        runNpm(folder, "install", "--silent", `node@${version}`);
        const node = join(folder, "node_modules/.bin/node");
        const html = execFileSync(node, ["server.js"], { cwd: folder, encoding: "utf8" });
        expect(html).toMatch(new RegExp(`^v${version}\\.`));
        expect(html).toContain('<form id="auth-sign-in"');
        if (version !== "26") continue;
        const root = `<div id="root">${html.slice(html.indexOf("<")).trim()}</div>`;
        const script = '<script type="module" src="client.js"></script>';
        writeFileSync(
          join(folder, "index.html"),
          `<!doctype html><title>Kit</title>${root}${script}`,
        );
      }
      await build({ root: folder, configFile: false, logLevel: "error", base: "./" });
      await expectRejectedSignIn(join(folder, "dist"));
      rmSync(folder, { recursive: true });
    },
    600_000,
  );

  test("the package works as plain modules with an import map", async () => {
    const folder = application("import-map", { react: "19", "react-dom": "19" });
    const require = createRequire(join(folder, "package.json"));
    const modules = ["react", "react/jsx-runtime", "react-dom/client", "@supabase/supabase-js"];
    const input = modules.map((name, index) => {
      // Run the module: the export names of a CommonJS module are not known before it runs.
      const names = Object.keys(require(name)).filter((item) => item !== "default");
      const file = join(folder, `module-${index}.js`);
      writeFileSync(
        file,
        `import * as module from ${JSON.stringify(name)};\nexport const { ${names.join(", ")} } = module;\n`,
      );
      return file;
    });
    await build({
      root: folder,
      configFile: false,
      logLevel: "error",
      build: {
        outDir: "web",
        lib: { entry: input, formats: ["es"] },
        rolldownOptions: { preserveEntrySignatures: "strict" },
      },
      define: { "process.env.NODE_ENV": '"production"' },
    });
    const imports = Object.fromEntries(
      modules.map((name, index) => [name, `./module-${index}.js`]),
    );
    const map = { imports: { ...imports, "@portico/react": "./kit/dist/index.js" } };
    const kit = join(folder, "node_modules/@portico/react");
    execFileSync("cp", ["-r", kit, join(folder, "web/kit")]);
    writeFileSync(join(folder, "web/page.js"), page);
    writeFileSync(
      join(folder, "web/index.html"),
      `<!doctype html><title>Kit</title><div id="root"></div>
      <script type="importmap">${JSON.stringify(map)}</script>
      <script type="module">
        import { createRoot } from "react-dom/client";
        import { page } from "./page.js";
        createRoot(document.getElementById("root")).render(page);
      </script>`,
    );
    await expectRejectedSignIn(join(folder, "web"));
    rmSync(folder, { recursive: true });
  }, 600_000);
});

/** Returns a new folder with the kit installed from its archive. */
function application(name: string, dependencies: Readonly<Record<string, string>>): string {
  const folder = join(home, "wild", name);
  mkdirSync(folder, { recursive: true });
  const manifest = {
    private: true,
    type: "module",
    dependencies: {
      ...dependencies,
      "@supabase/supabase-js": "2",
      "@portico/react": `file:${archive}`,
    },
    allowScripts: { node: true },
  };
  const files = { "package.json": JSON.stringify(manifest), "page.js": page };
  for (const [file, text] of Object.entries({ ...files, "server.js": server, "client.js": client }))
    writeFileSync(join(folder, file), text);
  runNpm(folder, "install", "--silent");
  return folder;
}

/** Opens the page, signs in with a wrong password, and expects the server's message. */
async function expectRejectedSignIn(folder: string): Promise<void> {
  const server = await serve(folder);
  const { executable, args } = chromium();
  const browser = await playwright.launch({
    ...(executable && { executablePath: executable }),
    args,
  });
  try {
    const tab = await browser.newPage();
    const errors: string[] = [];
    tab.on("pageerror", (error) => errors.push(String(error)));
    tab.on("console", (line) => {
      if (line.type() === "error" && !line.text().includes("400")) errors.push(line.text());
    });
    await tab.goto(server.url);
    await tab.getByLabel("Email address").fill("ada@example.com");
    await tab.getByLabel("Your Password", { exact: true }).fill("wrong");
    await tab.getByRole("button", { name: "Sign in" }).click();
    await tab.getByRole("alert").filter({ hasText: "Invalid login credentials" }).waitFor();
    expect(errors).toEqual([]);
  } finally {
    await browser.close();
    server.close();
  }
}

const contentTypes: Readonly<Record<string, string>> = {
  ".js": "text/javascript",
  ".html": "text/html",
};

/** Serves a folder, and rejects every sign-in. */
async function serve(folder: string): Promise<{ url: string; close(): void }> {
  const server: Server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    if (pathname.startsWith("/auth/v1/")) {
      const error = {
        code: 400,
        error_code: "invalid_credentials",
        msg: "Invalid login credentials",
      };
      response.writeHead(400, { "content-type": "application/json" }).end(JSON.stringify(error));
      return;
    }
    const file = pathname === "/" ? "/index.html" : pathname;
    try {
      const body = readFileSync(join(folder, file));
      response
        .writeHead(200, { "content-type": contentTypes[extname(file)] ?? "text/plain" })
        .end(body);
    } catch {
      response.writeHead(file === "/favicon.ico" ? 204 : 404).end();
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
