/**
 * The benchmarks, all of them or those that are named:
 *
 *   npm run bench
 *   npm run bench -- kit
 */
const all = ["backend", "kit"] as const;
const named = process.argv.slice(2);

for (const name of all) {
  if (named.length > 0 && !named.includes(name)) continue;
  await (name === "backend" ? import("./backend.ts") : import("./kit/run.ts"));
}
