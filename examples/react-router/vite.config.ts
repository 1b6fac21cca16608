import { portico } from "@portico/backend/vite";
import { reactRouter } from "@react-router/dev/vite";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [portico(), reactRouter()],
  // Makes Vite prepare all packages at startup. Otherwise it reloads the page when a route first imports a new one.
  optimizeDeps: { entries: ["app/**/*.{ts,tsx}"] },
});
