/** The backend's benchmarks, and the stage that each needs. */
import { availableParallelism, totalmem } from "node:os";
import { broadcast } from "./broadcast/broadcast.ts";
import { changes } from "./changes.ts";
import { continuousIntegration } from "./ci.ts";
import { data } from "./data.ts";
import { day } from "./day.ts";
import { print, rounds, seconds } from "./measure.ts";
import { measureMemory } from "./resident.ts";
import { scale } from "./scale/scale.ts";
import { session } from "./session.ts";
import { signIn } from "./sign-in.ts";
import { embeddedStage, type Stage, serverStage } from "./stage.ts";
import { startUp } from "./start.ts";
import { storage } from "./storage/storage.ts";
import { unread } from "./unread.ts";
import { workers } from "./workers.ts";

interface Thresholds {
  readonly data: number;
  readonly session: number;
  readonly isEmbedded: boolean;
}

/** Each benchmark has its own stage, so that it does not affect the next one. */
const onStage: Record<string, (stage: Stage, thresholds: Thresholds) => Promise<void>> = {
  data: (stage, thresholds) => data(stage, thresholds.data),
  session: (stage, thresholds) => session(stage, thresholds.session),
  "sign-in": (stage) => signIn(stage),
  unread: (stage, { isEmbedded }) =>
    unread(stage, isEmbedded ? 1_000 : 500, isEmbedded ? 320 : 640),
  storage: (stage) => storage(stage),
  broadcast: (stage) => broadcast(stage, 0.6),
};

export const backendBenchmarks: readonly string[] = [
  ...Object.keys(onStage),
  "start",
  "ci",
  "resident",
  "workers",
  "scale",
  "changes",
  "day",
];

export async function backend(names: readonly string[]): Promise<void> {
  print(
    `${availableParallelism()} cores and ${(totalmem() / 2 ** 30).toFixed(0)} GB, Node ${process.version}. ` +
      "The servers, the database and what asks them are processes that share these cores. " +
      `Medians of ${rounds} rounds of ${seconds} s for each side, of sign-ins thrice as long, in turns.`,
  );
  for (const name of names) {
    if (name === "start") await startUp();
    if (name === "ci") await continuousIntegration();
    if (name === "resident") await measureMemory();
    if (name === "workers") await workers();
    if (name === "scale") await scale();
    if (name === "changes") await changes();
    if (name === "day") await day();
    const benchmark = onStage[name];
    if (!benchmark) continue;
    await withStage(embeddedStage, (stage) =>
      benchmark(stage, { data: 0.6, session: 0.5, isEmbedded: true }),
    );
    await withStage(serverStage, (stage) =>
      benchmark(stage, { data: 0.7, session: 0.6, isEmbedded: false }),
    );
  }
}

async function withStage(open: () => Promise<Stage>, work: (stage: Stage) => Promise<void>) {
  const stage = await open();
  try {
    await work(stage);
  } finally {
    await stage.close();
  }
}
