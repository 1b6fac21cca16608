/** Runs all benchmarks (`npm run bench`), or only those that are named (`npm run bench -- kit data sign-in`). */
import { backendBenchmarks, runBackendBenchmarks } from "./backend.ts";

const browserBenchmarks = ["kit", "page", "browser", "desk", "peers"];
const allNames = [...backendBenchmarks, ...browserBenchmarks];
const requestedNames = process.argv.slice(2);
const unknownName = requestedNames.find((name) => !allNames.includes(name));
if (unknownName !== undefined) {
  throw new Error(
    `There is no benchmark ${unknownName}. The benchmarks are ${allNames.join(", ")}.`,
  );
}

const selectedNames = requestedNames.length > 0 ? requestedNames : allNames;
const selectedBackendNames = selectedNames.filter((name) => !browserBenchmarks.includes(name));
if (selectedBackendNames.length > 0) await runBackendBenchmarks(selectedBackendNames);
if (selectedNames.includes("kit")) await import("./kit/run.ts");
if (selectedNames.includes("page")) await import("./page.ts");
if (selectedNames.includes("browser")) await import("./browser.ts");
if (selectedNames.includes("desk")) await import("./desk.ts");
if (selectedNames.includes("peers")) await import("./other-kits.ts");
