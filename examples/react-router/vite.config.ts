import { portico } from "@portico/backend/vite";
import { reactRouter } from "@react-router/dev/vite";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [portico(), reactRouter()],
  // Vite then prepares all packages at startup. Otherwise it reloads the page when a route is the first to need one.
  optimizeDeps: { entries: ["app/**/*.{ts,tsx}"] },
});
