import react from "@vitejs/plugin-react";
import { defineConfig, loadEnv, type Plugin, type ProxyOptions } from "vite";
import { compressed } from "./build/compressed.ts";
import { prerendered } from "./build/prerendered.ts";
import { headersFile } from "./security-headers.ts";
import { builtIn } from "./src/data/configuration.ts";

/** The embedded backend while developing; `portico start` listens there. */
const backend = "http://localhost:54321";

export default defineConfig(({ mode }) => {
  const environment = loadEnv(mode, process.cwd(), "VITE_");
  const hosted = builtIn(environment);
  return {
    plugins: [react(), staticHosting(hosted?.url), prerendered(hosted), compressed()],
    resolve: {
      // The forms straight from their source, as the rest of this workspace takes them.
      conditions: ["portico-source", "module", "browser", "development|production"],
      // As CommonJS it would bring a module of the bundler's own, which the first page then loads as well.
      alias: { "url-parse": new URL("build/url-parse.ts", import.meta.url).pathname },
    },
    build: {
      target: "baseline-widely-available",
      // A strict Content-Security-Policy allows no script from a data: address.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        // What the first page needs is one file: each further one would cost a connection or a turn.
        output: { codeSplitting: { groups: [{ name: "door", tags: ["$initial"] }] } },
      },
    },
    server: {
      proxy: Object.fromEntries(
        [
          ...["/auth/v1", "/rest/v1", "/storage/v1", "/realtime/v1"],
          ...["/inbox", "/sandbox", "/portico.json"],
        ].map((path) => [path, { target: backend, configure: namingOthers, ws: true }]),
      ),
    },
  };
});

/**
 * Says whom it speaks for where that is not a browser on this machine: the backend shows its inbox to
 * nobody for whom a proxy speaks.
 */
const namingOthers: NonNullable<ProxyOptions["configure"]> = (proxy) => {
  proxy.on("proxyReq", (passedOn, { socket: { remoteAddress = "" } }) => {
    if (/^(::1|(::ffff:)?127\..*)$/.test(remoteAddress)) return;
    passedOn.setHeader("x-forwarded-for", remoteAddress);
  });
};

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
