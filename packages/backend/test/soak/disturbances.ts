import { setTimeout as sleep } from "node:timers/promises";
import type { Soak } from "./soak.ts";

const anHour = 3_600_000;

/** In milliseconds. */
export interface Times {
  /** The time between two disturbances. */
  readonly pause: number;
  /** How long a mail server is down or a clock is wrong. */
  readonly length: number;
  /** The time by which the last disturbance has to end. */
  readonly until: number;
}

/** Causes one disturbance after the other. With `kills`, every second one is a kill. */
export async function disturb(soak: Soak, times: Times, kills: boolean): Promise<void> {
  const { pause, length, until } = times;
  const others = disturbancesOf(soak, length);
  for (let turn = 0; ; turn++) {
    const work =
      kills && turn % 2 === 0
        ? () => kill(soak)
        : others[(kills ? turn >> 1 : turn) % others.length];
    if (Date.now() + pause + length > until) break;
    await sleep(pause);
    await work?.();
  }
  await sleep(Math.max(0, until - Date.now()));
}

async function kill({ book, command, restart }: Soak): Promise<void> {
  await book.during("kill", async () => {
    command().process.kill("SIGKILL");
    await command().ended;
    await restart();
  });
}

function disturbancesOf({ book, post, cluster, mailPort, setClock }: Soak, length: number) {
  const mail = async (answers: Readonly<Record<string, string>>) =>
    book.during("mail", async () => {
      post.server.answers = answers;
      await sleep(length);
      post.server.answers = {};
    });
  const restart = async (mode: "fast" | "immediate") =>
    book.during("database", async () => {
      await cluster?.stop(mode);
      await sleep(length / 4);
      await cluster?.start();
    });
  const clockAhead = () =>
    book.during("clock", async () => {
      await setClock(anHour);
      await sleep(length);
      await setClock(0);
    });
  const others = [
    () => mail({ MAIL: "421 closing\r\n" }),
    clockAhead,
    () => mail({ greeting: "", MAIL: "", DATA: "" }),
    () =>
      book.during("mail", async () => {
        await post.server.close();
        await sleep(length);
        await post.server.listen(mailPort);
      }),
    // Messages that are queued during this time get times of the wrong clock.
    () => Promise.all([clockAhead(), mail({ MAIL: "421 closing\r\n" })]),
  ];
  if (!cluster) return others;
  return others.flatMap((other, index) => [other, () => restart(index % 2 ? "immediate" : "fast")]);
}
