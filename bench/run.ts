/** Runs all benchmarks, or those that are named: npm run bench npm run bench -- kit data sign-in */
import { backend, backendBenchmarks } from "./backend.ts";

const ofBrowsers = ["kit", "page", "browser", "peers"];
const all = [...backendBenchmarks, ...ofBrowsers];
const named = process.argv.slice(2);
const unknown = named.find((name) => !all.includes(name));
if (unknown !== undefined) {
  throw new Error(`There is no benchmark ${unknown}; there are ${all.join(", ")}.`);
}

const selected = named.length > 0 ? named : all;
const ofBackend = selected.filter((name) => !ofBrowsers.includes(name));
if (ofBackend.length > 0) await backend(ofBackend);
if (selected.includes("kit")) await import("./kit/run.ts");
if (selected.includes("page")) await import("./page.ts");
if (selected.includes("browser")) await import("./browser.ts");
if (selected.includes("peers")) await import("./peers.ts");
