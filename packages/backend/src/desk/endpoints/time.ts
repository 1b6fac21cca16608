import { z } from "zod";
import { moveClock } from "../../clock.ts";
import {
  countLosses,
  describeSnapshots,
  restoreDeskSnapshot,
  saveDeskSnapshot,
} from "../time/snapshots.ts";
import { describeTime } from "../time/status.ts";
import { type Endpoint, readBody } from "./endpoint.ts";
import { withMistakes } from "./mistakes.ts";

/** The clock can be moved by ten years in either direction. */
const maxOffsetMs = 10 * 366 * 24 * 60 * 60 * 1_000;
const maxDelayMs = 60_000;

/** `GET /time`: returns the state of the clock, of the simulated failures and of the sandbox. */
export const getTime: Endpoint = async (context, c) => c.json(describeTime(context));

/**
 * `POST /time/clock`: moves the clock of the server and of its database. An offset of 0 returns to the machine's time.
 */
export const postClock: Endpoint = async (context, c) => {
  const { offsetMs } = await readBody(
    c,
    z.object({ offsetMs: z.int().min(-maxOffsetMs).max(maxOffsetMs) }),
  );
  moveClock(offsetMs);
  return c.json(describeTime(context));
};

const troubleShape = z.strictObject({
  delay: z.int().min(0).max(maxDelayMs).optional(),
  mailDelay: z.int().min(0).max(maxDelayMs).optional(),
  mailRefused: z.boolean().optional(),
  providersDown: z.boolean().optional(),
  rateLimited: z.boolean().optional(),
});

/** `POST /time/trouble`: sets the simulated failures. `{}` ends all of them. */
export const postTrouble: Endpoint = async (context, c) => {
  const trouble = await readBody(c, troubleShape);
  const active = Object.entries(trouble).filter(([, value]) => Boolean(value));
  context.troubles.set(Object.fromEntries(active));
  return c.json(describeTime(context));
};

/** `GET /snapshots`: returns the snapshots, the newest first. */
export const getSnapshots: Endpoint = async (context, c) =>
  c.json(await withMistakes(() => describeSnapshots(context)));

const snapshotShape = z.object({ name: z.string().min(1).max(64) });

/** `POST /snapshots`: saves a snapshot. */
export const postSnapshot: Endpoint = async (context, c) => {
  const { name, replaces } = await readBody(
    c,
    snapshotShape.extend({ replaces: z.boolean().default(false) }),
  );
  await withMistakes(() => saveDeskSnapshot(context, name, replaces));
  return c.json(await describeSnapshots(context));
};

/** `POST /snapshots/losses`: returns what would be lost if a snapshot were restored. */
export const postLosses: Endpoint = async (context, c) => {
  const { name } = await readBody(c, snapshotShape);
  return c.json(await withMistakes(() => countLosses(context, name)));
};

/** `POST /snapshots/restore`: restores a snapshot. `GET /time` returns another `startedAt` when this is done. */
export const postRestore: Endpoint = async (context, c) => {
  const { name } = await readBody(c, snapshotShape);
  await withMistakes(() => restoreDeskSnapshot(context, name));
  return c.json({}, 202);
};
