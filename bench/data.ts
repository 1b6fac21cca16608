/** Compares requests to the REST API over HTTP with the same SQL on the driver alone. */

import type { Request } from "./load.ts";
import { inTurns, print, verdict } from "./measure.ts";
import type { Stage } from "./stage.ts";

export async function data(stage: Stage, minRatio: number): Promise<void> {
  const headers = {
    apikey: stage.publishable,
    authorization: `Bearer ${stage.person.accessToken}`,
    accept: "application/json",
  };
  const get = (path: string): Request => ({ method: "GET", path: `/rest/v1/${path}`, headers });
  const cards = JSON.parse(
    await (await fetch(`${stage.origins[0]}/rest/v1/cards?select=id&limit=12`, { headers })).text(),
  ) as { readonly id: string }[];
  const boards = JSON.parse(
    await (await fetch(`${stage.origins[0]}/rest/v1/boards?select=id`, { headers })).text(),
  ) as { readonly id: string }[];

  const requestsByName: Record<string, readonly Request[]> = {
    "ten rows": [get("cards?select=*&order=created_at.desc&limit=10")],
    "one row by its key": cards.map(({ id }) => get(`cards?select=*&id=eq.${id}`)),
    "two levels embedded": [
      get("boards?select=id,name,cards(id,title,comments(id,text))&order=created_at&limit=3"),
    ],
    "an insert, returning the row": [
      {
        method: "POST",
        path: "/rest/v1/cards?select=*",
        headers: {
          ...headers,
          "content-type": "application/json",
          prefer: "return=representation",
        },
        body: JSON.stringify({ board_id: boards[0]?.id, title: "one more", body: "to be done" }),
      },
    ],
  };
  for (const [name, requests] of Object.entries(requestsByName)) {
    const { wire, limit } = await inTurns({
      wire: stage.wire(requests, { connections: 32 }),
      limit: await stage.driver(requests, { width: 32 }),
    });
    print(
      `${stage.name}: ${name}: ${wire.perSecond.toFixed(0)}/s, p99 ${wire.p99.toFixed(1)} ms; ` +
        `the same SQL on the driver ${limit.perSecond.toFixed(0)}/s; ` +
        `ratio ${verdict(wire.perSecond / limit.perSecond, { atLeast: minRatio })}`,
    );
  }
}
