/**
 * Measures how long a CI job waits for its backend. It runs the commands of docs/ci.md with a warm npm cache.
 */
import { execFileSync } from "node:child_process";
import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { availableParallelism, tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildCommand } from "./instruments/command.ts";
import { median, print, rounds } from "./instruments/measure.ts";

const pathOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export async function measureCi(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "portico-ci-"));
  const run = (program: string, ...args: string[]) =>
    execFileSync(program, args, {
      cwd: folder,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "inherit"],
    });
  try {
    buildCommand();
    const archive = run("npm", "pack", "--silent", pathOf("../packages/backend")).trim();
    await cp(pathOf("../examples/shared/supabase"), join(folder, "supabase"), { recursive: true });
    const devDependencies = { "@portico/backend": `file:${archive}` };
    await writeFile(
      join(folder, "package.json"),
      JSON.stringify({ private: true, devDependencies }),
    );
    // Writes the lock file, and fills npm's cache.
    run("npm", "install", "--no-audit", "--no-fund");

    const installMs: number[] = [];
    const startMs: number[] = [];
    for (let round = 0; round < rounds; round++) {
      for (const name of ["node_modules", ".portico"]) {
        await rm(join(folder, name), { recursive: true, force: true });
      }
      installMs.push(timeMs(() => run("npm", "ci", "--prefer-offline", "--no-audit", "--no-fund")));
      startMs.push(
        timeMs(() => run("npx", "portico", "start", "--detach", "--port", "0", "--db-port", "0")),
      );
      try {
        await checkSeed(JSON.parse(run("npx", "portico", "status", "-o", "json")));
      } finally {
        run("npx", "portico", "stop");
      }
    }
    const seconds = (values: readonly number[]) => `${(median(values) / 1000).toFixed(1)} s`;
    const totalMs = installMs.map((install, round) => install + (startMs[round] ?? 0));
    print(
      `${availableParallelism()} cores and ${(totalmem() / 2 ** 30).toFixed(0)} GB, Node ${process.version}: ` +
        `npm ci takes ${seconds(installMs)}, portico start --detach on an empty folder ${seconds(startMs)}, ` +
        `both ${seconds(totalMs)} (medians of ${rounds} rounds)`,
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function timeMs(work: () => void): number {
  const startedAt = performance.now();
  work();
  return performance.now() - startedAt;
}

/** Signs in as the seeded user, and reads the table that the migrations create. */
async function checkSeed(variables: Readonly<Record<string, string>>): Promise<void> {
  const { API_URL: url, PUBLISHABLE_KEY: apikey = "" } = variables;
  const signInResponse = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: "POST",
    headers: { apikey, "content-type": "application/json" },
    body: JSON.stringify({ email: "ada@example.com", password: "correct horse battery" }),
  });
  const { access_token: token } = (await signInResponse.json()) as {
    readonly access_token?: string;
  };
  const notesResponse = await fetch(`${url}/rest/v1/notes`, {
    headers: { apikey, authorization: `Bearer ${token}` },
  });
  if (!signInResponse.ok || !notesResponse.ok) {
    throw new Error(
      `The backend is not healthy: ${signInResponse.status}, ${notesResponse.status}.`,
    );
  }
}
