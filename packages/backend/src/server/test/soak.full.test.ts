import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { disturb } from "../../../test/soak/disturbances.ts";
import type { Person } from "../../../test/soak/person.ts";
import { ends, type Sample, slopeOf } from "../../../test/soak/samples.ts";
import { beginSoak, type Soak, sample, settled } from "../../../test/soak/soak.ts";

/**
 * The duration of the load in minutes: thirty in `npm run test:nightly`; one minute shows that the soak test itself
 * works.
 */
const minutes = Number(process.env["PORTICO_SOAK"] ?? 0);

/** Requests per second of all users together. */
const requestsPerSecond = 20;
const personCount = 10;

/**
 * In the first third, kills alternate with other disturbances. After that, only the other disturbances continue, and
 * the memory and handles of the process are measured.
 */
const durationMs = minutes * 60_000;
const times = {
  pause: Math.min(15_000, Math.max(3_000, durationMs / 60)),
  length: Math.min(20_000, Math.max(3_000, durationMs / 60)),
};

/**
 * A message that was refused four times during outages waits five minutes, and after the fifth time a quarter of an
 * hour.
 */
const longestWaitMs = 1_000_000;

/** A longer soak test is warm after two thirds of its time. From then on, its memory must be level. */
const isLong = minutes >= 10;
/**
 * The allowed growth of idle memory, as a share plus a number of megabytes. Under load, V8 lets its heap grow on a busy
 * machine, and releases it when the process is idle.
 */
const allowedGrowth = { part: 0.08, megabytes: 8 };

test.runIf(minutes > 0)(
  `${minutes} minutes of mixed load with kills, mail outages, database restarts and clock jumps lose nothing, and memory and handles are level`,
  { timeout: durationMs * 1.5 + longestWaitMs + 600_000 },
  async () => {
    const soak = await beginSoak(personCount);
    const { book, post, persons } = soak;
    await Promise.all(persons.map((person) => person.arrive()));
    const startedAt = Date.now();

    let load = startLoad(persons);
    await disturb(soak, { ...times, until: startedAt + durationMs / 3 }, true);
    await load.stop();
    const memoryBefore = await settled(soak);

    const samples: Sample[] = [];
    const sampling = setInterval(
      async () => samples.push(await sample(soak)),
      Math.max(1_000, durationMs / 600),
    );
    load = startLoad(persons);
    await disturb(soak, { ...times, until: startedAt + (durationMs * 2) / 3 }, false);
    await load.stop();
    const warmMemory = await settled(soak);
    load = startLoad(persons);
    await disturb(soak, { ...times, until: startedAt + durationMs }, false);
    await load.stop();
    clearInterval(sampling);
    const finalMemory = await settled(soak);
    const elapsedSeconds = (Date.now() - startedAt) / 1000;

    const recoveryRequests = persons.flatMap(({ recovery }) => recovery.requests);
    const acknowledgedRequests = recoveryRequests.filter(({ isAcknowledged }) => isAcknowledged);
    const findMissing = () =>
      acknowledgedRequests.filter(({ number }) => post.of(number).length === 0);
    const lastTry = Date.now() + longestWaitMs;
    while (findMissing().length > 0 && Date.now() < lastTry) await sleep(1_000);
    await checkTwice(soak);
    const twice = recoveryRequests.filter(({ number }) => post.of(number).length === 2);
    const moreThanTwice = recoveryRequests.filter(({ number }) => post.of(number).length > 2);

    const objects = sum(persons, ({ files }) => files.size);
    const contents = await contentsIn(soak.files);
    const interruptions = book.disturbances.filter(({ trouble }) =>
      /^(kill|database)$/.test(trouble),
    );

    const memory = ends(samples.map(({ resident }) => resident));
    const handles = ends(samples.map((item) => item.handles));
    const files = ends(samples.map((item) => item.files));
    const connections = ends(samples.map((item) => item.connections));
    printFigures({
      "": `${minutes} minutes on ${soak.cluster ? "PostgreSQL" : "PGlite"}`,
      requests: `${soak.total()} in ${Math.round(elapsedSeconds)} s, ${(soak.total() / elapsedSeconds).toFixed(1)} a second; the slowest took ${book.slowest} ms`,
      answers: [...book.answers].sort().map(([label, times]) => `${label} × ${times}`),
      disturbances: Object.entries(Object.groupBy(book.disturbances, ({ trouble }) => trouble)).map(
        ([trouble, each]) => `${trouble} × ${each?.length}`,
      ),
      messages: `${recoveryRequests.length} asked for, ${acknowledgedRequests.length} acknowledged, ${post.count} came, ${twice.length} of them twice, ${findMissing().length} did not come`,
      held: `${sum(persons, ({ notes }) => notes.size)} notes, ${objects} files (${contents} contents on the disk), ${sum(persons, ({ accounts }) => accounts.length)} accounts`,
      "memory (MB)": `${memory.first.toFixed(1)} in the first third, ${memory.last.toFixed(1)} in the last, ${slopeOf(samples).toFixed(3)} a minute; at rest ${memoryBefore.resident.toFixed(1)} before, ${warmMemory.resident.toFixed(1)} warm, ${finalMemory.resident.toFixed(1)} after`,
      "open handles": `${handles.first} and ${handles.last}; at rest ${memoryBefore.handles} and ${finalMemory.handles}`,
      "open files": `${files.first} and ${files.last}; at rest ${memoryBefore.files} and ${finalMemory.files}`,
      connections: `${connections.first} and ${connections.last}; at rest ${memoryBefore.connections} and ${finalMemory.connections}`,
      "errors in the log": soak.errors(),
      faults: book.faults,
    });

    expect(book.faults).toEqual([]);
    // A kill or a lost answer may leave the previous content of the object that each user was replacing.
    expect(contents).toBeLessThanOrEqual(objects + interruptions.length * personCount);
    expect(findMissing()).toEqual([]);
    expect(moreThanTwice).toEqual([]);
    // A process that is killed after it sent a message, but before it recorded that, sends the message again.
    for (const { number } of twice) {
      const at = post.of(number)[0]?.at ?? 0;
      expect(book.wasDisturbedIn([at, at + 5_000], ["kill", "database", "mail"])).toBe(true);
    }
    // The pool has at most ten connections, plus the listening ones; some are closed after a while.
    expect(finalMemory.connections).toBeLessThanOrEqual(13);
    const otherHandles = (item: Sample) => item.handles - item.connections;
    expect(otherHandles(finalMemory)).toBeLessThanOrEqual(otherHandles(memoryBefore) + 2);
    if (isLong) {
      expect(finalMemory.resident).toBeLessThan(
        warmMemory.resident * (1 + allowedGrowth.part) + allowedGrowth.megabytes,
      );
    }
  },
);

/** Lets each user act at their own pace. An action that is late is skipped, not repeated. */
function startLoad(persons: readonly Person[]): { stop(): Promise<void> } {
  let isOver = false;
  const period = (1000 * persons.length) / requestsPerSecond;
  const actions = persons.map(async (person, index) => {
    let nextActionAt = Date.now() + (period * index) / persons.length;
    while (!isOver) {
      await sleep(Math.max(0, nextActionAt - Date.now()));
      nextActionAt = Math.max(nextActionAt + period, Date.now());
      await person.step();
    }
  });
  return {
    stop: async () => {
      isOver = true;
      await Promise.all(actions);
    },
  };
}

/** Checks that everything that was acknowledged exists, also after a clean stop. */
async function checkTwice({ persons, book, command, restart, files }: Soak): Promise<void> {
  for (const person of persons) await person.check();
  command().process.kill("SIGTERM");
  const { code } = await command().ended;
  if (code !== 0) book.fault(`the command ended with ${code}`);
  await restart();
  for (const person of persons) await person.check();
  for (const folder of ["incoming", "unfinished"]) {
    const remainingFiles = await readdir(join(files, folder)).catch(() => []);
    if (remainingFiles.length > 0)
      book.fault(`temporary files are left: ${remainingFiles.join(", ")}`);
  }
}

/** Counts the contents of files on the disk. */
async function contentsIn(files: string): Promise<number> {
  const entries = await readdir(files, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).length;
}

const sum = (persons: readonly Person[], of: (person: Person) => number) =>
  persons.reduce((total, person) => total + of(person), 0);

function printFigures(figures: Readonly<Record<string, string | readonly string[]>>): void {
  for (const [name, value] of Object.entries(figures)) {
    const lines = typeof value === "string" ? value : ["", ...value].join("\n    ");
    console.info(name === "" ? `Soak, ${lines}` : `  ${name}: ${lines}`);
  }
}
