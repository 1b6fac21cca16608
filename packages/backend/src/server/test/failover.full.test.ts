import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { startPrimary, startStandby, waitForStandby } from "../../../test/databases/clusters.ts";
import { portico } from "../../../test/processes/portico-command.ts";
import { temporaryFolder } from "../../../test/project-folder.ts";

// Run this test only nightly, because it creates two clusters.
test.runIf(process.env["PORTICO_FAILOVER"])(
  "nothing acknowledged is lost when a primary is killed under load and its standby is promoted",
  async () => {
    const primary = await startPrimary();
    const standby = await startStandby(primary);
    await waitForStandby(primary);
    const folder = await temporaryFolder({
      "supabase/migrations/1_notes.sql":
        "create table notes (id int primary key); grant all on notes to service_role;",
    });
    onTestFinished(() => folder.remove());
    const hosts = `127.0.0.1:${primary.port},127.0.0.1:${standby.port}`;
    const command = portico(["start", "--port", "0", "--project", folder.path], {
      DATABASE_URL: `postgresql://postgres@${hosts}/postgres`,
    });
    onTestFinished(async () => {
      command.process.kill("SIGTERM");
      await command.ended;
    });
    const origin = await command.origin;
    const key = command.output().match(/Secret key +(\S+)/)?.[1] ?? "";

    const acknowledged: number[] = [];
    const responses: { readonly at: number; readonly status: number }[] = [];
    let nextId = 0;
    let isOver = false;
    const write = async () => {
      while (!isOver) {
        const id = ++nextId;
        const response = await fetch(`${origin}/rest/v1/notes`, {
          method: "POST",
          headers: { apikey: key, "content-type": "application/json" },
          body: JSON.stringify({ id }),
        });
        await response.text();
        if (response.status === 201) acknowledged.push(id);
        else await sleep(20);
        responses.push({ at: performance.now(), status: response.status });
      }
    };
    const writers = Array.from({ length: 8 }, write);
    await expect.poll(() => acknowledged.length).toBeGreaterThan(200);

    const killed = performance.now();
    primary.kill();
    await sleep(1_000);
    const promoted = performance.now();
    await standby.client.query("select pg_promote()");
    const countBefore = acknowledged.length;
    await expect.poll(() => acknowledged.length).toBeGreaterThan(countBefore + 100);
    isOver = true;
    await Promise.all(writers);

    const { rows } = await standby.client.query<{ id: number }>("select id from notes");
    const storedIds = new Set(rows.map(({ id }) => id));
    expect(acknowledged.filter((id) => !storedIds.has(id))).toEqual([]);
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201, 503]));
    const firstWriteAfter =
      responses.find(({ at, status }) => at > promoted && status === 201)?.at ?? 0;
    console.info(
      `${acknowledged.length} writes acknowledged, none lost; served again ${Math.round(firstWriteAfter - promoted)} ms after the promotion, ${Math.round(firstWriteAfter - killed)} ms after the kill`,
    );
  },
  120_000,
);
