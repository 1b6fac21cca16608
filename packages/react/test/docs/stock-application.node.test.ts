import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { type Browser, chromium } from "playwright-core";
import { build, type PreviewServer, preview } from "vite";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { chromium as installed } from "../../../../scripts/chromium.mjs";
import { example } from "./pages.ts";

/*
 * The pages' first example, pasted into the application that create-vite makes: it looks right, signs people in, and
 * logs no warning while it is developed.
 */

const { home } = inject("packed");
const cli = fileURLToPath(new URL("../../../backend/src/cli.ts", import.meta.url));

let backend: ChildProcess;
let browser: Browser;
let client: string;
const servers: PreviewServer[] = [];

beforeAll(async () => {
  const folder = join(home, "empty-project");
  mkdirSync(folder);
  backend = spawn(
    process.execPath,
    ["--conditions=portico-source", cli, "start", "--memory", "--port", "0", "--no-db-port"],
    { cwd: folder, stdio: ["ignore", "pipe", "inherit"] },
  );
  const output = await new Promise<string>((resolve, reject) => {
    let text = "";
    backend.stdout?.on("data", (chunk) => {
      text += chunk;
      if (text.includes("Ctrl-C to stop")) resolve(text);
    });
    backend.once("exit", (code) => reject(new Error(`The backend ended with ${code}:\n${text}`)));
  });
  // What a newcomer copies from the terminal.
  const [, url = "", key = ""] = /createClient\("(.+?)", "(.+?)"\)/.exec(output) ?? [];
  client = example("quick-start", "supabase.ts")
    .replace("http://localhost:54321", url)
    .replace("your publishable key", key);
  const { executable, args } = installed();
  browser = await chromium.launch({
    ...(executable && { executablePath: executable }),
    args: [...args],
  });
}, 120_000);
afterAll(async () => {
  backend?.kill("SIGKILL");
  await browser?.close();
  for (const server of servers) await server.close();
});

/** The files of `npm create vite@latest -- --template react-ts`, as far as they reach the page. */
const stock = {
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

async function open(name: string, app: string) {
  const root = join(home, name);
  mkdirSync(join(root, "src"), { recursive: true });
  const files = { ...stock, "src/supabase.ts": client, "src/App.tsx": app };
  for (const [file, text] of Object.entries(files)) writeFileSync(join(root, file), text);
  const config = { root, configFile: false as const, logLevel: "error" as const };
  await build({
    ...config,
    plugins: [react()],
    define: { "process.env.NODE_ENV": `"development"` },
  });
  const server = await preview({ ...config, preview: { port: 0, host: "127.0.0.1" } });
  servers.push(server);
  const page = await browser.newPage({ viewport: { width: 1000, height: 800 } });
  const messages: string[] = [];
  page.on("console", (message) => {
    if (/warning|error/.test(message.type())) messages.push(message.text());
  });
  page.on("pageerror", (error) => messages.push(error.message));
  await page.goto(server.resolvedUrls?.local[0] ?? "");
  return { page, messages };
}

test("the quick start's page stands in the middle, signs somebody up, and logs no warning", async () => {
  const { page, messages } = await open("stock", example("quick-start", "app.tsx"));
  const box = await page.locator(".portico-card").boundingBox();
  expect((box?.x ?? 0) + (box?.width ?? 0) / 2).toBeCloseTo(500, 0);
  expect((box?.y ?? 0) + (box?.height ?? 0) / 2).toBeCloseTo(400, 0);
  await page.getByRole("link", { name: /sign up/i }).click();
  await page.locator("input[type=email]").fill("ada@example.com");
  await page.locator("input[type=password]").fill("correct horse battery");
  await page.getByRole("button", { name: "Sign up", exact: true }).click();
  await page.getByText("Signed in as ada@example.com").waitFor();
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByRole("button", { name: "Sign in", exact: true }).waitFor();
  expect(messages).toEqual([]);
});

test("the readme's page shows its form, and logs no warning", async () => {
  const app = example("README", "app.tsx")
    .replace("https://your-project.supabase.co", /createClient\(\s*"(.+?)"/.exec(client)?.[1] ?? "")
    .replace("export function App", "export default function App");
  const { page, messages } = await open("stock-readme", app);
  await page.getByRole("button", { name: "Sign in", exact: true }).waitFor();
  expect(messages).toEqual([]);
});

test("a page without the style sheet, and with a provider that is off, is told both", async () => {
  const app = example("quick-start", "app.tsx")
    .replace('import "@portico/react/styles.css";', "")
    .replace("providers={[]}", 'providers={["github"]}');
  const { page, messages } = await open("stock-unstyled", app);
  await expect.poll(() => messages.length).toBe(2);
  expect(messages.sort()).toEqual([
    expect.stringContaining('import "@portico/react/styles.css"'),
    expect.stringContaining("the form shows github"),
  ]);
  await page.close();
});
