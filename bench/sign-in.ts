/** Compares password sign-ins with bare bcrypt, and measures the latency of other requests during sign-ins. */
import { availableParallelism } from "node:os";
import { hash } from "@node-rs/bcrypt";
import { start } from "./instruments/child.ts";
import type { Stage } from "./instruments/compared-servers.ts";
import type { Request } from "./instruments/load.ts";
import type { RoundResult } from "./instruments/measure.ts";
import {
  formatVerdict,
  median,
  print,
  rounds,
  runAlternately,
  seconds,
} from "./instruments/measure.ts";

export async function measureSignIn(stage: Stage): Promise<void> {
  const { user, publishable } = stage;
  const bcrypt = start("./instruments/bcrypt.ts");
  const request: Request = {
    method: "POST",
    path: "/auth/v1/token?grant_type=password",
    headers: { apikey: publishable, "content-type": "application/json" },
    body: JSON.stringify({ email: user.email, password: user.password }),
  };
  await warmUp(stage, request);
  const signInLoad = stage.wire([request], { connections: 8 });
  // Run one hash at a time for each core and server, so that bcrypt and the servers compete equally with other load.
  const concurrency = availableParallelism() * stage.servers.length;
  const { wire, baseline } = await runAlternately(
    {
      wire: signInLoad,
      baseline: (seconds) =>
        bcrypt.request<RoundResult>({ password: user.password, concurrency, seconds }),
    },
    // Use longer rounds, because there are few sign-ins per second: in a short round, one more changes the result by a
    // percent or two.
    3 * seconds,
  );
  await bcrypt.close();
  print(
    `${stage.name}: sign-ins with a password: ${wire.perSecond.toFixed(1)}/s, ` +
      `p99 ${wire.p99Ms.toFixed(0)} ms; bcrypt alone, on all cores ${baseline.perSecond.toFixed(1)}/s; ` +
      `ratio ${formatVerdict(wire.perSecond / baseline.perSecond, { atLeast: 0.9 })}`,
  );

  const userRequests = stage.wire(
    [
      {
        method: "GET",
        path: "/auth/v1/user",
        headers: { apikey: publishable, authorization: `Bearer ${user.accessToken}` },
      },
    ],
    { connections: 2, pauseMs: 5 },
  );
  const idleP99: number[] = [];
  const loadedP99: number[] = [];
  await userRequests(1);
  for (let round = 0; round < rounds; round++) {
    idleP99.push((await userRequests(seconds)).p99Ms);
    const [{ p99Ms }] = await Promise.all([userRequests(seconds), signInLoad(seconds)]);
    loadedP99.push(p99Ms);
  }
  print(
    `${stage.name}: GET /user during sign-ins: p99 ${median(loadedP99).toFixed(1)} ms, ` +
      `and ${median(idleP99).toFixed(1)} ms without; ` +
      `ratio ${formatVerdict(median(loadedP99) / median(idleP99), { atMost: 5 })}`,
  );
}

/**
 * Signs in a thousand times with the cheapest hash, until all code is compiled, and then restores the original hash.
 * The other benchmarks warm up for a second, which is enough for only about thirty sign-ins.
 */
async function warmUp(stage: Stage, request: Request): Promise<void> {
  const { id, password } = stage.user;
  const setHash = (passwordHash: string) =>
    stage.script(`update auth.users set encrypted_password = '${passwordHash}' where id = '${id}'`);
  await setHash(await hash(password, 4));
  await stage.wire([request], { connections: 8, maxRequests: 1_000 * stage.servers.length })(3_600);
  await setHash(await hash(password, 10));
}
