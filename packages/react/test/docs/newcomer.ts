import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { type Browser, chromium, type Page } from "playwright-core";
import { build, type PreviewServer, preview } from "vite";
import { inject } from "vitest";
import { chromium as installedChromium } from "../../../../scripts/tools/chromium.mjs";
import { findExample } from "./pages.ts";

const cli = fileURLToPath(new URL("../../../backend/src/cli.ts", import.meta.url));

/** The setup of a new user: a backend, a browser, and applications created with create-vite. */
export interface Newcomer {
  /** The URL and the publishable key that `portico start` prints. */
  readonly url: string;
  readonly key: string;
  /** The source of the quick start's client, with the URL and the key filled in. */
  readonly client: string;
  /** Builds an application in development mode and serves it. */
  application(name: string, files: Readonly<Record<string, string>>): Promise<string>;
  /** Opens a page with this local storage, and collects its console warnings. */
  open(
    address: string,
    storage?: Readonly<Record<string, string>>,
  ): Promise<{ readonly page: Page; readonly messages: string[] }>;
  /** Creates an account, and returns its browser's local storage. */
  signUp(email: string): Promise<Readonly<Record<string, string>>>;
  close(): Promise<void>;
}

/** Starts the backend with this `supabase/config.toml` and these other files, and starts a browser. */
export async function startNewcomer(
  name: string,
  config = "",
  projectFiles: Readonly<Record<string, string>> = {},
): Promise<Newcomer> {
  const { home } = inject("packed");
  const folder = join(home, `${name}-project`);
  write(folder, { "supabase/config.toml": config, ...projectFiles });
  const backend = spawn(
    process.execPath,
    ["--conditions=portico-source", cli, "start", "--memory", "--port", "0", "--no-db-port"],
    { cwd: folder, stdio: ["ignore", "pipe", "inherit"] },
  );
  const [url, key] = await readCredentials(backend);
  const { executable, args } = installedChromium();
  const browser: Browser = await chromium.launch({
    ...(executable && { executablePath: executable }),
    args: [...args],
  });
  const servers: PreviewServer[] = [];
  const client = findExample("quick-start", "supabase.ts")
    .replace("http://localhost:54321", url)
    .replace("your publishable key", key);
  return {
    url,
    key,
    client,
    async application(name, files) {
      const root = join(home, name);
      write(root, { ...stockFiles, "src/supabase.ts": client, ...files });
      const viteConfig = { root, configFile: false as const, logLevel: "error" as const };
      await build({
        ...viteConfig,
        plugins: [react()],
        define: { "process.env.NODE_ENV": `"development"` },
        build: { minify: false },
      });
      const server = await preview({ ...viteConfig, preview: { port: 0, host: "127.0.0.1" } });
      servers.push(server);
      return server.resolvedUrls?.local[0] ?? "";
    },
    async signUp(email) {
      const response = await fetch(`${url}/auth/v1/signup`, {
        method: "POST",
        headers: { apikey: key, "content-type": "application/json" },
        body: JSON.stringify({ email, password: "correct horse battery" }),
      });
      return { [`sb-${new URL(url).hostname.split(".")[0]}-auth-token`]: await response.text() };
    },
    async open(address, storage = {}) {
      const page = await browser.newPage({ viewport: { width: 1000, height: 800 } });
      // Replace the captcha services' scripts with empty ones.
      await page.route(/^https:/, (route) =>
        route.fulfill({ contentType: "text/javascript", body: "" }),
      );
      await page.addInitScript((entries) => {
        for (const [name, value] of entries) localStorage.setItem(name, value);
      }, Object.entries(storage));
      const messages: string[] = [];
      page.on("console", (message) => {
        if (/warning|error/.test(message.type())) messages.push(message.text());
      });
      page.on("pageerror", (error) => messages.push(error.message));
      await page.goto(address);
      return { page, messages };
    },
    async close() {
      backend.kill("SIGKILL");
      await browser.close();
      for (const server of servers) await server.close();
    },
  };
}

/** Returns the values that a new user copies from the terminal. */
async function readCredentials(backend: ChildProcess): Promise<[url: string, key: string]> {
  const output = await new Promise<string>((resolve, reject) => {
    let text = "";
    backend.stdout?.on("data", (chunk) => {
      text += chunk;
      if (text.includes("Ctrl-C to stop")) resolve(text);
    });
    backend.once("exit", (code) => reject(new Error(`The backend ended with ${code}:\n${text}`)));
  });
  const [, url = "", key = ""] = /createClient\("(.+?)", "(.+?)"\)/.exec(output) ?? [];
  return [url, key];
}

function write(root: string, files: Readonly<Record<string, string>>): void {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
}

/** The files of `npm create vite@latest -- --template react-ts` that affect the page. */
const stockFiles = {
  "index.html": `<!doctype html>
    <html lang="en"><head><title>my-app</title><link rel="icon" href="data:," /></head>
    <body><div id="root"></div><script type="module" src="/src/main.tsx"></script></body></html>`,
  "src/main.tsx": `import { StrictMode } from "react";
    import { createRoot } from "react-dom/client";
    import "./index.css";
    import App from "./App.tsx";
    createRoot(document.getElementById("root")!).render(<StrictMode><App /></StrictMode>);`,
  "src/index.css": `:root { font: 18px/145% system-ui, sans-serif; color: #6b6375; background: #fff }
    #root { width: 1126px; max-width: 100%; margin: 0 auto; text-align: center; min-height: 100svh;
      display: flex; flex-direction: column; box-sizing: border-box }
    body { margin: 0 }
    h1, h2 { font-weight: 500; color: #08060d }
    p { margin: 0 }`,
};
