/** Runs all benchmarks, or those that are named: npm run bench npm run bench -- kit data sign-in */
import { backend, backendBenchmarks } from "./backend.ts";

const browserBenchmarks = ["kit", "page", "browser", "desk", "peers"];
const all = [...backendBenchmarks, ...browserBenchmarks];
const requestedNames = process.argv.slice(2);
const unknown = requestedNames.find((name) => !all.includes(name));
if (unknown !== undefined) {
  throw new Error(`There is no benchmark ${unknown}; there are ${all.join(", ")}.`);
}

const selected = requestedNames.length > 0 ? requestedNames : all;
const selectedBackend = selected.filter((name) => !browserBenchmarks.includes(name));
if (selectedBackend.length > 0) await backend(selectedBackend);
if (selected.includes("kit")) await import("./kit/run.ts");
if (selected.includes("page")) await import("./page.ts");
if (selected.includes("browser")) await import("./browser.ts");
if (selected.includes("desk")) await import("./desk.ts");
if (selected.includes("peers")) await import("./peers.ts");
