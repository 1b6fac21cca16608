import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { recordOutput } from "../../../test/processes/process-output.ts";
import { projectFolder } from "../../../test/project-folder.ts";

const cli = fileURLToPath(new URL("../../cli.ts", import.meta.url));
/** The control group for the server. Only `npm run test:nightly` runs this test. */
const group = process.env["PORTICO_SMALL_MEMORY"] ? memoryGroup() : undefined;

test.runIf(group)(
  "the embedded database works within 512 MB",
  async () => {
    const project = await projectFolder({
      "supabase/migrations/1_numbers.sql":
        "create table numbers as select n from generate_series(1, 1000) n; grant select on numbers to anon;",
    });
    // Join the cgroup before Node starts, because Node reads the memory limit at startup.
    const start = `echo $$ > ${group}/cgroup.procs && exec "$0" "$@"`;
    const options = ["--project", project, "--port", "0", "--no-db-port"];
    const child = spawn("sh", ["-c", start, process.execPath, cli, "start", ...options], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    recordOutput("portico start", child);
    const exitEvent = new Promise((resolve) => child.once("exit", resolve));
    onTestFinished(async () => {
      child.kill();
      await exitEvent;
      if (group) rmdirSync(group);
    });
    let origin: string | undefined;
    for await (const line of createInterface({ input: child.stdout })) {
      [, origin = origin] = /^ {2}API +(\S+)/.exec(line) ?? [];
      if (/Ctrl-C to stop/.test(line)) break;
    }
    // Run the statement often enough for V8 to optimize its code.
    const sum = `${origin}/rest/v1/numbers?select=n&order=n.desc&n=neq.7`;
    for (let time = 0; time < 200; time++) expect((await fetch(sum)).status).toBe(200);
    expect(child.exitCode).toBeNull();
  },
  120_000,
);

/** A control group with 512 MB, if this process may create one (cgroups(7)). */
function memoryGroup(): string | undefined {
  const bytes = String(512 * 2 ** 20);
  const name = `portico-test-${process.pid}`;
  const [cgroupV1, cgroupV2] = ["/sys/fs/cgroup/memory", "/sys/fs/cgroup"];
  try {
    const isFirst = existsSync(join(cgroupV1, "memory.limit_in_bytes"));
    if (
      !isFirst &&
      !/\bmemory\b/.test(readFileSync(`${cgroupV2}/cgroup.subtree_control`, "utf8"))
    ) {
      return undefined;
    }
    const group = join(isFirst ? cgroupV1 : cgroupV2, name);
    mkdirSync(group);
    writeFileSync(join(group, isFirst ? "memory.limit_in_bytes" : "memory.max"), bytes);
    return group;
  } catch {
    return undefined;
  }
}
