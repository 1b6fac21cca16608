/**
 * The data wire: answers compressed for who takes them, beside the same as they are. On one machine
 * nothing is, whatever the client takes; over a network the work is what a slower network gives back.
 */

import type { Request } from "./load.ts";
import { inTurns, print, verdict } from "./measure.ts";
import type { Stage } from "./stage.ts";

export async function compression(stage: Stage): Promise<void> {
  const key = { apikey: stage.secret, authorization: `Bearer ${stage.secret}` };
  for (const rows of [18, 60, 600]) {
    const path = `/rest/v1/cards?select=*&order=id&limit=${rows}`;
    const asked = (headers: Record<string, string>): readonly Request[] => [
      { method: "GET", path, headers: { ...key, ...headers } },
    ];
    const { length } = await (await fetch(stage.origins[0] + path, { headers: key })).text();
    const places = { "on one machine": {}, "over a network": { "x-forwarded-for": "203.0.113.7" } };
    for (const [place, headers] of Object.entries(places)) {
      const { wire, limit } = await inTurns({
        wire: stage.wire(asked({ ...headers, "accept-encoding": "gzip" }), { connections: 32 }),
        limit: stage.wire(asked({ ...headers, "accept-encoding": "identity" }), {
          connections: 32,
        }),
      });
      const ratio = wire.perSecond / limit.perSecond;
      const found =
        place === "on one machine" ? verdict(ratio, { atLeast: 0.95 }) : ratio.toFixed(2);
      print(
        `${stage.name}: ${length} bytes ${place}: ${wire.perSecond.toFixed(0)}/s for who takes gzip, ` +
          `p99 ${wire.p99.toFixed(1)} ms; ${limit.perSecond.toFixed(0)}/s for who does not, ` +
          `p99 ${limit.p99.toFixed(1)} ms; ratio ${found}`,
      );
    }
  }
}
