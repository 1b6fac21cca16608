import { portico } from "@portico/backend/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, loadEnv, type Plugin } from "vite";

export default defineConfig(({ mode }) => {
  const { VITE_SUPABASE_URL: url = "" } = loadEnv(mode, ".");
  return { plugins: [portico(), react(), contentSecurityPolicy(url)] };
});

/**
 * Adds a Content-Security-Policy to the built page: only its own scripts run, and it only connects to its server and
 * the backend.
 */
function contentSecurityPolicy(backendUrl: string): Plugin {
  const content = `default-src 'self'; connect-src 'self' ${backendUrl}; img-src 'self' data:; object-src 'none'; base-uri 'none'`;
  return {
    name: "content-security-policy",
    apply: "build",
    transformIndexHtml: () => [
      {
        tag: "meta",
        attrs: { "http-equiv": "Content-Security-Policy", content },
        injectTo: "head-prepend",
      },
    ],
  };
}
