import react from "@vitejs/plugin-react";
import { defineConfig, loadEnv, type Plugin, type ProxyOptions } from "vite";
import { compressionPlugin } from "./build/compression-plugin.ts";
import { prerenderPlugin } from "./build/prerender-plugin.ts";
import { headersFile } from "./security-headers.ts";
import { configurationFromEnvironment } from "./src/data/configuration.ts";

/** The URL of `portico start`, which serves the backend in development. */
const backend = "http://localhost:54321";

export default defineConfig(({ mode }) => {
  const environment = loadEnv(mode, process.cwd(), "VITE_");
  const hosted = configurationFromEnvironment(environment);
  return {
    plugins: [react(), staticHosting(hosted?.url), prerenderPlugin(hosted), compressionPlugin()],
    resolve: {
      // Resolves @portico/react to its source.
      conditions: ["portico-source", "module", "browser", "development|production"],
      // The package is CommonJS, which would add the bundler's runtime chunk to the sign-in page.
      alias: { "url-parse": new URL("build/url-parse.ts", import.meta.url).pathname },
    },
    build: {
      target: "baseline-widely-available",
      // The Content-Security-Policy forbids scripts from data: URLs.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        // Use one chunk for the sign-in page, because each additional one would cost a round trip.
        output: { codeSplitting: { groups: [{ name: "sign-in", tags: ["$initial"] }] } },
      },
    },
    server: {
      proxy: Object.fromEntries(
        [
          "/auth/v1",
          "/rest/v1",
          "/storage/v1",
          "/realtime/v1",
          "/inbox",
          "/sandbox",
          "/portico.json",
        ].map((path) => [path, { target: backend, configure: forwardRemoteAddress, ws: true }]),
      ),
    },
  };
});

/** Forwards the address of clients on other machines, because the backend must not show them its inbox. */
const forwardRemoteAddress: NonNullable<ProxyOptions["configure"]> = (proxy) => {
  proxy.on("proxyReq", (request, { socket: { remoteAddress = "" } }) => {
    if (/^(::1|(::ffff:)?127\..*)$/.test(remoteAddress)) return;
    request.setHeader("x-forwarded-for", remoteAddress);
  });
};

/** Writes `_headers`, which Netlify, Cloudflare Pages and other static hosts read. */
function staticHosting(hostedUrl: string | undefined): Plugin {
  return {
    name: "portico-static-hosting",
    apply: "build",
    generateBundle() {
      this.emitFile({ type: "asset", fileName: "_headers", source: headersFile(hostedUrl) });
    },
  };
}
