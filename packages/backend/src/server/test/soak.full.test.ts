import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { disturb } from "../../../test/soak/disturbances.ts";
import { mediansOfThirds, type Sample, slopeOf } from "../../../test/soak/samples.ts";
import { type Soak, sample, sampleAtRest, startSoak } from "../../../test/soak/soak.ts";
import type { SoakUser } from "../../../test/soak/user.ts";

/**
 * The duration of the load in minutes: thirty in `npm run test:nightly`; one minute shows that the soak test itself
 * works.
 */
const minutes = Number(process.env["PORTICO_SOAK"] ?? 0);

/** Requests per second of all users together. */
const rate = 20;
const userCount = 10;

/**
 * In the first third, kills alternate with other disturbances. After that, only the other disturbances continue, and
 * the memory and handles of the process are measured.
 */
const durationMs = minutes * 60_000;
const times = {
  pauseMs: Math.min(15_000, Math.max(3_000, durationMs / 60)),
  durationMs: Math.min(20_000, Math.max(3_000, durationMs / 60)),
};

/**
 * A message that was refused four times during outages waits five minutes, and after the fifth time a quarter of an
 * hour.
 */
const longestWaitMs = 1_000_000;

/** A longer soak has warmed up after two thirds; only from then on must the memory be level. */
const isLong = minutes >= 10;
/**
 * The allowed growth of idle memory, as a share plus a number of megabytes. Under load, V8 lets its heap grow on a busy
 * machine, and releases it when the process is idle.
 */
const bound = { part: 0.08, megabytes: 8 };

test.runIf(minutes > 0)(
  `${minutes} minutes of mixed load with kills, mail outages, database restarts and clock jumps lose nothing, and memory and handles are level`,
  { timeout: durationMs * 1.5 + longestWaitMs + 600_000 },
  async () => {
    const soak = await startSoak(userCount);
    const { record, mailbox, users } = soak;
    await Promise.all(users.map((user) => user.signUp()));
    const startedAt = Date.now();

    let load = startLoad(users);
    await disturb(soak, { ...times, until: startedAt + durationMs / 3 }, true);
    await load.stop();
    const before = await sampleAtRest(soak);

    const samples: Sample[] = [];
    const sampling = setInterval(
      async () => samples.push(await sample(soak)),
      Math.max(1_000, durationMs / 600),
    );
    load = startLoad(users);
    await disturb(soak, { ...times, until: startedAt + (durationMs * 2) / 3 }, false);
    await load.stop();
    const warm = await sampleAtRest(soak);
    load = startLoad(users);
    await disturb(soak, { ...times, until: startedAt + durationMs }, false);
    await load.stop();
    clearInterval(sampling);
    const final = await sampleAtRest(soak);
    const took = (Date.now() - startedAt) / 1000;

    const requested = users.flatMap(({ recovery }) => recovery.requests);
    const acknowledged = requested.filter(({ isAcknowledged }) => isAcknowledged);
    const missing = () =>
      acknowledged.filter(({ number }) => mailbox.messagesFor(number).length === 0);
    const lastTry = Date.now() + longestWaitMs;
    while (missing().length > 0 && Date.now() < lastTry) await sleep(1_000);
    await checkTwice(soak);
    const twice = requested.filter(({ number }) => mailbox.messagesFor(number).length === 2);
    const moreThanTwice = requested.filter(({ number }) => mailbox.messagesFor(number).length > 2);

    const objects = sum(users, ({ files }) => files.size);
    const contents = await contentsIn(soak.files);
    const breaks = record.disturbances.filter(({ trouble }) => /^(kill|database)$/.test(trouble));

    const memory = mediansOfThirds(samples.map(({ residentMegabytes }) => residentMegabytes));
    const handles = mediansOfThirds(samples.map((item) => item.handles));
    const files = mediansOfThirds(samples.map((item) => item.files));
    const connections = mediansOfThirds(samples.map((item) => item.connections));
    printFigures({
      "": `${minutes} minutes on ${soak.cluster ? "PostgreSQL" : "PGlite"}`,
      requests: `${soak.requestCount()} in ${Math.round(took)} s, ${(soak.requestCount() / took).toFixed(1)} a second; the slowest took ${record.slowestMs} ms`,
      answers: [...record.responseCounts].sort().map(([label, times]) => `${label} × ${times}`),
      disturbances: Object.entries(
        Object.groupBy(record.disturbances, ({ trouble }) => trouble),
      ).map(([trouble, each]) => `${trouble} × ${each?.length}`),
      messages: `${requested.length} asked for, ${acknowledged.length} acknowledged, ${mailbox.count} came, ${twice.length} of them twice, ${missing().length} did not come`,
      held: `${sum(users, ({ notes }) => notes.size)} notes, ${objects} files (${contents} contents on the disk), ${sum(users, ({ accounts }) => accounts.length)} accounts`,
      "memory (MB)": `${memory.first.toFixed(1)} in the first third, ${memory.last.toFixed(1)} in the last, ${slopeOf(samples).toFixed(3)} a minute; at rest ${before.residentMegabytes.toFixed(1)} before, ${warm.residentMegabytes.toFixed(1)} warm, ${final.residentMegabytes.toFixed(1)} after`,
      "open handles": `${handles.first} and ${handles.last}; at rest ${before.handles} and ${final.handles}`,
      "open files": `${files.first} and ${files.last}; at rest ${before.files} and ${final.files}`,
      connections: `${connections.first} and ${connections.last}; at rest ${before.connections} and ${final.connections}`,
      "errors in the log": soak.errors(),
      faults: record.faults,
    });

    expect(record.faults).toEqual([]);
    // A kill or a lost answer may leave the previous content of the object that each user was replacing.
    expect(contents).toBeLessThanOrEqual(objects + breaks.length * userCount);
    expect(missing()).toEqual([]);
    expect(moreThanTwice).toEqual([]);
    // A process that is killed after it sent a message, but before it recorded that, sends the message again.
    for (const { number } of twice) {
      const at = mailbox.messagesFor(number)[0]?.receivedAt ?? 0;
      expect(record.wasDisturbedIn([at, at + 5_000], ["kill", "database", "mail"])).toBe(true);
    }
    // The pool has at most ten connections, plus the listening ones; some are closed after a while.
    expect(final.connections).toBeLessThanOrEqual(13);
    const others = (item: Sample) => item.handles - item.connections;
    expect(others(final)).toBeLessThanOrEqual(others(before) + 2);
    if (isLong) {
      expect(final.residentMegabytes).toBeLessThan(
        warm.residentMegabytes * (1 + bound.part) + bound.megabytes,
      );
    }
  },
);

/** Lets each user act at their own pace. An action that is late is skipped, not repeated. */
function startLoad(users: readonly SoakUser[]): { stop(): Promise<void> } {
  let isOver = false;
  const period = (1000 * users.length) / rate;
  const acting = users.map(async (user, index) => {
    let next = Date.now() + (period * index) / users.length;
    while (!isOver) {
      await sleep(Math.max(0, next - Date.now()));
      next = Math.max(next + period, Date.now());
      await user.step();
    }
  });
  return {
    stop: async () => {
      isOver = true;
      await Promise.all(acting);
    },
  };
}

/** Checks that everything that was acknowledged exists, also after a clean stop. */
async function checkTwice({ users, record, command, restart, files }: Soak): Promise<void> {
  for (const user of users) await user.check();
  command().process.kill("SIGTERM");
  const { code } = await command().ended;
  if (code !== 0) record.addFault(`the command ended with ${code}`);
  await restart();
  for (const user of users) await user.check();
  for (const folder of ["incoming", "unfinished"]) {
    const left = await readdir(join(files, folder)).catch(() => []);
    if (left.length > 0) record.addFault(`temporary files are left: ${left.join(", ")}`);
  }
}

/** Counts the contents of files on the disk. */
async function contentsIn(files: string): Promise<number> {
  const found = await readdir(files, { recursive: true, withFileTypes: true });
  return found.filter((entry) => entry.isFile()).length;
}

const sum = (users: readonly SoakUser[], of: (user: SoakUser) => number) =>
  users.reduce((total, user) => total + of(user), 0);

function printFigures(figures: Readonly<Record<string, string | readonly string[]>>): void {
  for (const [name, value] of Object.entries(figures)) {
    const lines = typeof value === "string" ? value : ["", ...value].join("\n    ");
    console.info(name === "" ? `Soak, ${lines}` : `  ${name}: ${lines}`);
  }
}
