/** Runs the benchmarks of the backend, each on the servers that it needs. */
import { availableParallelism, totalmem } from "node:os";
import { measureBroadcast } from "./broadcast/broadcast.ts";
import { measureChanges } from "./changes.ts";
import { measureCi } from "./ci.ts";
import { measureData } from "./data.ts";
import { measureDevelopment } from "./developer-waits.ts";
import {
  type Stage,
  startEmbeddedStage,
  startPostgresStage,
} from "./instruments/compared-servers.ts";
import { print, rounds, seconds } from "./instruments/measure.ts";
import { measureMemory } from "./resident-memory.ts";
import { measureScale } from "./scale/scale.ts";
import { measureSession } from "./session.ts";
import { measureSignIn } from "./sign-in.ts";
import { measureStart } from "./start.ts";
import { measureStorage } from "./storage/storage.ts";
import { measureUnread } from "./unread-responses.ts";
import { measureWorkers } from "./workers.ts";

interface Thresholds {
  readonly data: number;
  readonly session: number;
  readonly isEmbedded: boolean;
}

/** Each benchmark has its own stage, so that it does not affect the next one. */
const stageBenchmarks: Record<string, (stage: Stage, thresholds: Thresholds) => Promise<void>> = {
  data: (stage, thresholds) => measureData(stage, thresholds.data),
  session: (stage, thresholds) => measureSession(stage, thresholds.session),
  "sign-in": (stage) => measureSignIn(stage),
  unread: (stage, { isEmbedded }) =>
    measureUnread(stage, isEmbedded ? 1_000 : 500, isEmbedded ? 320 : 640),
  storage: (stage) => measureStorage(stage),
  broadcast: (stage) => measureBroadcast(stage, 0.6),
};

export const backendBenchmarks: readonly string[] = [
  ...Object.keys(stageBenchmarks),
  "start",
  "ci",
  "resident",
  "workers",
  "scale",
  "changes",
  "day",
];

export async function runBackendBenchmarks(names: readonly string[]): Promise<void> {
  print(
    `${availableParallelism()} cores and ${(totalmem() / 2 ** 30).toFixed(0)} GB, Node ${process.version}. ` +
      "The servers, the database and the clients are processes that share these cores. " +
      `The results are medians of ${rounds} rounds of ${seconds} s for each side, in turns; rounds of sign-ins take three times as long.`,
  );
  for (const name of names) {
    if (name === "start") await measureStart();
    if (name === "ci") await measureCi();
    if (name === "resident") await measureMemory();
    if (name === "workers") await measureWorkers();
    if (name === "scale") await measureScale();
    if (name === "changes") await measureChanges();
    if (name === "day") await measureDevelopment();
    const benchmark = stageBenchmarks[name];
    if (!benchmark) continue;
    await withStage(startEmbeddedStage, (stage) =>
      benchmark(stage, { data: 0.6, session: 0.5, isEmbedded: true }),
    );
    await withStage(startPostgresStage, (stage) =>
      benchmark(stage, { data: 0.7, session: 0.6, isEmbedded: false }),
    );
  }
}

async function withStage(openStage: () => Promise<Stage>, work: (stage: Stage) => Promise<void>) {
  const stage = await openStage();
  try {
    await work(stage);
  } finally {
    await stage.close();
  }
}
