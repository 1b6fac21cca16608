/** What a server holds in memory after many sign-ins, beside what it held after few. */
import { hash } from "@node-rs/bcrypt";
import { print, verdict } from "./measure.ts";
import type { ServerQuestion } from "./server.ts";
import { password, type Stage } from "./stage.ts";

const few = 100;
const many = 10_000;

export async function memory(stage: Stage): Promise<void> {
  const { person, publishable } = stage;
  // The cheapest hash there is: what a dear one takes is time, and that would be an hour's.
  const cheap = await hash(password, 4);
  await stage.script(
    `update auth.users set encrypted_password = '${cheap}' where id = '${person.id}'`,
  );
  const signIns = (times: number) =>
    stage.wire(
      [
        {
          method: "POST",
          path: "/auth/v1/token?grant_type=password",
          headers: { apikey: publishable, "content-type": "application/json" },
          body: JSON.stringify({ email: person.email, password }),
        },
      ],
      { connections: 8, times },
    )(3_600);
  await signIns(few);
  const before = await resident(stage);
  await signIns(many - few);
  const after = await resident(stage);
  const megabytes = (bytes: number) => (bytes / 2 ** 20).toFixed(0);
  print(
    `${stage.name}: resident memory after ${few} sign-ins ${megabytes(before)} MB, ` +
      `after ${many} ${megabytes(after)} MB; ` +
      `ratio ${verdict(after / before, { atMost: 1.2 })}`,
  );
}

/** Bytes, of all the servers together. */
async function resident({ servers }: Stage): Promise<number> {
  const each = await Promise.all(
    servers.map((server) => server.ask<number>({ memory: true } satisfies ServerQuestion)),
  );
  return each.reduce((sum, bytes) => sum + bytes, 0);
}
