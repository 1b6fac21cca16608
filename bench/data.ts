/** Compares requests to the REST API over HTTP with the same SQL sent directly through the driver. */

import type { Stage } from "./instruments/compared-servers.ts";
import type { Request } from "./instruments/load.ts";
import { formatVerdict, print, runAlternately } from "./instruments/measure.ts";

export async function measureData(stage: Stage, minRatio: number): Promise<void> {
  const headers = {
    apikey: stage.publishable,
    authorization: `Bearer ${stage.user.accessToken}`,
    accept: "application/json",
  };
  const getRequest = (path: string): Request => ({
    method: "GET",
    path: `/rest/v1/${path}`,
    headers,
  });
  const cards = JSON.parse(
    await (await fetch(`${stage.origins[0]}/rest/v1/cards?select=id&limit=12`, { headers })).text(),
  ) as { readonly id: string }[];
  const boards = JSON.parse(
    await (await fetch(`${stage.origins[0]}/rest/v1/boards?select=id`, { headers })).text(),
  ) as { readonly id: string }[];

  const requestsByName: Record<string, readonly Request[]> = {
    "ten rows": [getRequest("cards?select=*&order=created_at.desc&limit=10")],
    "one row by its key": cards.map(({ id }) => getRequest(`cards?select=*&id=eq.${id}`)),
    "two levels of embedded rows": [
      getRequest(
        "boards?select=id,name,cards(id,title,comments(id,text))&order=created_at&limit=3",
      ),
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
    const { wire, baseline } = await runAlternately({
      wire: stage.wire(requests, { connections: 32 }),
      baseline: await stage.driver(requests, { concurrency: 32 }),
    });
    print(
      `${stage.name}: ${name}: ${wire.perSecond.toFixed(0)}/s, p99 ${wire.p99Ms.toFixed(1)} ms; ` +
        `the same SQL on the driver ${baseline.perSecond.toFixed(0)}/s; ` +
        `ratio ${formatVerdict(wire.perSecond / baseline.perSecond, { atLeast: minRatio })}`,
    );
  }
}
