/** How long a server takes to answer on data that are there, beside opening PGlite on them. */
import { spawn } from "node:child_process";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { start } from "./child.ts";
import { median, print, verdict } from "./measure.ts";
import type { Started } from "./server.ts";

const times = 7;

export async function startUp(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "portico-bench-"));
  try {
    const data = join(folder, "server");
    const maker = start("./server.ts");
    await maker.ask<Started>({ start: { directory: data } });
    await maker.close();
    const alone = join(folder, "alone");
    await cp(join(data, "database"), alone, { recursive: true });

    const wire: number[] = [];
    const driver: number[] = [];
    for (let time = 0; time < times; time++) {
      wire.push(await untilSaid(["start-server.ts", data]));
      driver.push(await untilSaid(["open-pglite.ts", alone]));
    }
    print(
      `start to the first answer, on data that are there: ${median(wire).toFixed(0)} ms; ` +
        `a program that opens PGlite on them ${median(driver).toFixed(0)} ms; ` +
        `ratio ${verdict(median(wire) / median(driver), { atMost: 1.5 })}`,
    );
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Milliseconds from the start of a program to the first thing that it says. */
function untilSaid([program = "", ...options]: readonly string[]): Promise<number> {
  const begun = performance.now();
  const child = spawn(process.execPath, [new URL(program, import.meta.url).pathname, ...options], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  return new Promise((resolve, reject) => {
    let took = Number.NaN;
    child.stdout.once("data", () => {
      took = performance.now() - begun;
      child.stdin.end();
    });
    child.once("exit", (code) =>
      code === 0 ? resolve(took) : reject(new Error(`${program} ended with ${code}.`)),
    );
  });
}
