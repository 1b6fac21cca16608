import { join } from "node:path";
import { run } from "../process/run.mjs";

/**
 * Runs supabase/realtime's realtime-check, a program for Bun that prints its results as JSON.
 *
 * @type {import("./suites.mjs").Suite["run"]}
 */
export async function runRealtimeCheck({ cwd, keys, url, databaseUrl }) {
  const { output } = await run(
    join(cwd, "node_modules/.bin/bun"),
    [
      "realtime-check.ts",
      "--env=local",
      `--url=${url}`,
      `--db-url=${databaseUrl}`,
      `--publishable-key=${keys.anon}`,
      `--secret-key=${keys.service_role}`,
      "--json",
    ],
    { cwd },
  );
  // Everything but the result goes to standard error, and comes before it.
  const start = output.indexOf("\n{\n");
  if (start === -1) throw new Error(`The suite did not run:\n${output.trim()}`);
  /** @type {{ suites: Record<string, { tests: { name: string, passed: boolean }[] }> }} */
  const { suites } = JSON.parse(output.slice(start));
  const tests = Object.entries(suites).flatMap(([suite, results]) =>
    results.tests.map(({ name, passed }) => ({ title: `${suite}: ${name}`, passed })),
  );
  const failed = tests.filter(({ passed }) => !passed).map(({ title }) => title);
  return { passed: tests.length - failed.length, skipped: 0, failed };
}
