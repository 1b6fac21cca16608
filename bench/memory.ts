/** What a server holds in memory after many requests, beside what it held after few. */
import { hash } from "@node-rs/bcrypt";
import type { Request } from "./load.ts";
import { print, verdict } from "./measure.ts";
import type { ServerQuestion } from "./server.ts";
import { password, type Stage } from "./stage.ts";

export async function memory(stage: Stage): Promise<void> {
  const { person, publishable } = stage;
  // The cheapest hash there is: what a dear one takes is time, and that would be an hour's.
  const cheap = await hash(password, 4);
  await stage.script(
    `update auth.users set encrypted_password = '${cheap}' where id = '${person.id}'`,
  );
  const signIn: Request = {
    method: "POST",
    path: "/auth/v1/token?grant_type=password",
    headers: { apikey: publishable, "content-type": "application/json" },
    body: JSON.stringify({ email: person.email, password }),
  };
  await compare(stage, "sign-ins", [signIn], { few: 100, many: 10_000 });

  const headers = { apikey: publishable, authorization: `Bearer ${person.accessToken}` };
  // More shapes than anything remembers, so that what is remembered comes and goes.
  const reads = Array.from({ length: 2_000 }, (_, index) => ({
    method: "GET",
    path: `/rest/v1/cards?select=id,a${index}:title,boards(b${index}:name)&title=neq.${index}&limit=10`,
    headers,
  }));
  await compare(stage, "reads of 2,000 shapes", reads, { few: 5_000, many: 50_000 });
}

async function compare(
  stage: Stage,
  what: string,
  requests: readonly Request[],
  { few, many }: { readonly few: number; readonly many: number },
): Promise<void> {
  const send = (times: number) => stage.wire(requests, { connections: 8, times })(3_600);
  await send(few);
  const before = await resident(stage);
  await send(many - few);
  const after = await resident(stage);
  const megabytes = (bytes: number) => (bytes / 2 ** 20).toFixed(0);
  print(
    `${stage.name}: resident memory after ${few} ${what} ${megabytes(before)} MB, ` +
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
