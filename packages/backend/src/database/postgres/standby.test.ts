import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeTestStorage } from "../../../test/databases/test-database.ts";
import { AddressError } from "../address-error.ts";
import type { Database } from "../port.ts";
import { openPostgres } from "./postgres.ts";
import { Standby } from "./standby.ts";

describe.runIf(process.env["TEST_DATABASE_URL"] !== undefined)("a standby for reads", () => {
  let storage: Awaited<ReturnType<typeof makeTestStorage>>;
  let primary: Database;
  let url = "";
  beforeAll(async () => {
    storage = await makeTestStorage();
    if ("url" in storage.storage) url = storage.storage.url;
    primary = await openPostgres({ url, connections: 1 });
  });
  afterAll(async () => {
    await primary.close();
    await storage.drop();
  });

  const common = { limits: {}, maxDelayMs: 1_000, connections: 1 };
  const newsOf = async (address: string) => {
    const news = Promise.withResolvers<readonly [boolean, unknown]>();
    const onChange = (isUsable: boolean, cause: unknown) => news.resolve([isUsable, cause]);
    const standby = new Standby({ ...common, url: address, primary, onChange });
    const reports = await news.promise;
    await standby.close();
    return reports;
  };

  test("a standby that is missing at the start is reported with the reason", async () => {
    expect(await newsOf("postgresql://127.0.0.1:1/none")).toEqual([
      false,
      expect.objectContaining({ name: "DatabaseUnavailable" }),
    ]);
  });

  test("a standby that is the primary is reported", async () => {
    const [isUsable, cause] = await newsOf(url);
    expect(isUsable).toBe(false);
    expect((cause as Error).cause).toMatchObject({
      message: "None of the servers matches target_session_attrs=standby",
    });
  });

  test("a standby's URL must be valid", () => {
    const onChange = () => {};
    const openStandby = () =>
      new Standby({ ...common, url: "postgresql://a:b#c@one/app", primary, onChange });
    expect(openStandby).toThrow(AddressError);
  });
});
