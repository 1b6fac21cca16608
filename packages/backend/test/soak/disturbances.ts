import { setTimeout as sleep } from "node:timers/promises";
import type { Soak } from "./soak.ts";

const hourMs = 3_600_000;

export interface Times {
  /** The time between two disturbances. */
  readonly pauseMs: number;
  /** How long a mail server is down or a clock is wrong. */
  readonly durationMs: number;
  /** The time before which the last disturbance must end, as a timestamp. */
  readonly until: number;
}

/** Causes disturbances one after another. If `kills` is true, every second one is a kill. */
export async function disturb(soak: Soak, times: Times, kills: boolean): Promise<void> {
  const { pauseMs, durationMs, until } = times;
  const others = disturbancesOf(soak, durationMs);
  for (let turn = 0; ; turn++) {
    const work =
      kills && turn % 2 === 0
        ? () => kill(soak)
        : others[(kills ? turn >> 1 : turn) % others.length];
    if (Date.now() + pauseMs + durationMs > until) break;
    await sleep(pauseMs);
    await work?.();
  }
  await sleep(Math.max(0, until - Date.now()));
}

async function kill({ record, command, restart }: Soak): Promise<void> {
  await record.disturbDuring("kill", async () => {
    command().process.kill("SIGKILL");
    await command().ended;
    await restart();
  });
}

function disturbancesOf(
  { record, mailbox, cluster, mailPort, setClock }: Soak,
  durationMs: number,
) {
  const failMail = async (replies: Readonly<Record<string, string>>) =>
    record.disturbDuring("mail", async () => {
      mailbox.server.replies = replies;
      await sleep(durationMs);
      mailbox.server.replies = {};
    });
  const restartDatabase = async (mode: "fast" | "immediate") =>
    record.disturbDuring("database", async () => {
      await cluster?.stop(mode);
      await sleep(durationMs / 4);
      await cluster?.start();
    });
  const advanceClock = () =>
    record.disturbDuring("clock", async () => {
      await setClock(hourMs);
      await sleep(durationMs);
      await setClock(0);
    });
  const others = [
    () => failMail({ MAIL: "421 closing\r\n" }),
    advanceClock,
    () => failMail({ greeting: "", MAIL: "", DATA: "" }),
    () =>
      record.disturbDuring("mail", async () => {
        await mailbox.server.close();
        await sleep(durationMs);
        await mailbox.server.listen(mailPort);
      }),
    // Messages that are queued during this time get timestamps from the wrong clock.
    () => Promise.all([advanceClock(), failMail({ MAIL: "421 closing\r\n" })]),
  ];
  if (!cluster) return others;
  return others.flatMap((other, index) => [
    other,
    () => restartDatabase(index % 2 ? "immediate" : "fast"),
  ]);
}
