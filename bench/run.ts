/**
 * The benchmarks, all of them or those that are named:
 *
 *   npm run bench
 *   npm run bench -- kit data sign-in
 */
import { backend, backendBenchmarks } from "./backend.ts";

const ofBrowsers = ["kit", "page", "browser", "peers"];
const all = [...backendBenchmarks, ...ofBrowsers];
const named = process.argv.slice(2);
const unknown = named.find((name) => !all.includes(name));
if (unknown !== undefined) {
  throw new Error(`There is no benchmark ${unknown}; there are ${all.join(", ")}.`);
}

const wanted = named.length > 0 ? named : all;
const ofBackend = wanted.filter((name) => !ofBrowsers.includes(name));
if (ofBackend.length > 0) await backend(ofBackend);
if (wanted.includes("kit")) await import("./kit/run.ts");
if (wanted.includes("page")) await import("./page.ts");
if (wanted.includes("browser")) await import("./browser.ts");
if (wanted.includes("peers")) await import("./peers.ts");
