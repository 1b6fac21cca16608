import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { listen } from "./listening.ts";

test("closing waits for the answer under way, and not for its client to close the connection", async () => {
  const { origin, close } = await listen({ host: "127.0.0.1", port: 0 }, async (_, response) => {
    await sleep(200);
    response.end("answered");
  });
  const answer = fetch(origin).then((response) => response.text());
  await sleep(100);
  const outcome = await Promise.race([close().then(() => "closed"), sleep(2_000, "still open")]);
  expect([await answer, outcome]).toEqual(["answered", "closed"]);
});
