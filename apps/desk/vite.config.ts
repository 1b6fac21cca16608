import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

// @portico/backend serves the build at /desk. During development, `vite build --watch` rebuilds it.
export default defineConfig({
  base: "/desk/",
  plugins: [react()],
  build: {
    target: "baseline-widely-available",
    // The Content-Security-Policy forbids scripts from data: URLs.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
