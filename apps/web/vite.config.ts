import react from "@vitejs/plugin-react";
import { defineConfig, loadEnv, type Plugin } from "vite";
import { headersFile } from "./security-headers.ts";

/** The embedded backend while developing; `portico start` listens there. */
const backend = "http://localhost:54321";

export default defineConfig(({ mode }) => {
  const hostedUrl = loadEnv(mode, process.cwd(), "VITE_")["VITE_SUPABASE_URL"] || undefined;
  return {
    plugins: [react(), staticHosting(hostedUrl), hostedUrl ? undefined : earlyConfiguration()],
    resolve: {
      // The forms straight from their source, as the rest of this workspace takes them.
      conditions: ["portico-source", "module", "browser", "development|production"],
    },
    build: {
      target: "baseline-widely-available",
      // A strict Content-Security-Policy allows no script from a data: address.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
    },
    server: {
      proxy: Object.fromEntries(
        ["/auth/v1", "/rest/v1", "/inbox", "/sandbox", "/portico.json"].map((path) => [
          path,
          { target: backend, xfwd: true },
        ]),
      ),
    },
  };
});

/** Writes `_headers`, which static hosts read (Netlify, Cloudflare Pages and others). */
function staticHosting(hostedUrl: string | undefined): Plugin {
  return {
    name: "portico-static-hosting",
    apply: "build",
    generateBundle() {
      this.emitFile({ type: "asset", fileName: "_headers", source: headersFile(hostedUrl) });
    },
  };
}

/** Lets the browser fetch the configuration along with the script that will ask for it. */
function earlyConfiguration(): Plugin {
  return {
    name: "portico-early-configuration",
    transformIndexHtml: () => [
      {
        tag: "link",
        attrs: { rel: "preload", href: "/portico.json", as: "fetch", crossorigin: "anonymous" },
        injectTo: "head",
      },
    ],
  };
}
