/** Sign-ins with a password beside bcrypt alone, and how those fare who are signed in meanwhile. */

import { availableParallelism } from "node:os";
import { start } from "./child.ts";
import type { Figures } from "./measure.ts";
import { inTurns, median, print, rounds, seconds, verdict } from "./measure.ts";
import type { Stage } from "./stage.ts";

export async function signIn(stage: Stage): Promise<void> {
  const { person, publishable } = stage;
  const bcrypt = start("./bcrypt.ts");
  const storm = stage.wire(
    [
      {
        method: "POST",
        path: "/auth/v1/token?grant_type=password",
        headers: { apikey: publishable, "content-type": "application/json" },
        body: JSON.stringify({ email: person.email, password: person.password }),
      },
    ],
    { connections: 8 },
  );
  // One for each core and server: so is the share of the cores alike if something else runs on them.
  const width = availableParallelism() * stage.servers.length;
  const { wire, limit } = await inTurns({
    wire: storm,
    limit: (seconds) => bcrypt.ask<Figures>({ password: person.password, width, seconds }),
  });
  await bcrypt.close();
  print(
    `${stage.name}: sign-ins with a password: ${wire.perSecond.toFixed(1)}/s, ` +
      `p99 ${wire.p99.toFixed(0)} ms; bcrypt alone, on all cores ${limit.perSecond.toFixed(1)}/s; ` +
      `ratio ${verdict(wire.perSecond / limit.perSecond, { atLeast: 0.9 })}`,
  );

  const probe = stage.wire(
    [
      {
        method: "GET",
        path: "/auth/v1/user",
        headers: { apikey: publishable, authorization: `Bearer ${person.accessToken}` },
      },
    ],
    { connections: 2, pause: 5 },
  );
  const idle: number[] = [];
  const stormy: number[] = [];
  await probe(1);
  for (let round = 0; round < rounds; round++) {
    idle.push((await probe(seconds)).p99);
    const [{ p99 }] = await Promise.all([probe(seconds), storm(seconds)]);
    stormy.push(p99);
  }
  print(
    `${stage.name}: GET /user meanwhile: p99 ${median(stormy).toFixed(1)} ms, ` +
      `and ${median(idle).toFixed(1)} ms when nobody signs in; ` +
      `ratio ${verdict(median(stormy) / median(idle), { atMost: 5 })}`,
  );
}
