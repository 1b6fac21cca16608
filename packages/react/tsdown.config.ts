import { defineConfig } from "tsdown";

export default defineConfig({
  entry: ["src/index.ts"],
  format: ["esm", "cjs"],
  // One file a module: an application's bundler leaves out what is not used, and fetches a
  // provider's mark only where the provider is shown.
  unbundle: true,
  dts: true,
  platform: "neutral",
  target: "es2022",
  copy: [{ from: "src/theme/styles.css", to: "dist" }],
});
