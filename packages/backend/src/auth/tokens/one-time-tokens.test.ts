import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type AuthFixture, apiVersion, authFixture } from "../../../test/auth/auth-fixture.ts";
import { openTestDatabase } from "../../../test/databases/test-database.ts";
import type { Database } from "../../database/port.ts";
import { sql } from "../../database/sql.ts";
import { createOneTimeToken } from "./one-time-tokens.ts";

let database: Database;
let wire: AuthFixture;
beforeAll(async () => {
  database = await openTestDatabase();
  wire = await authFixture(database);
});
afterAll(() => database.close());

test("one-time codes are six unpredictable digits", () => {
  const randomSpy = vi.spyOn(Math, "random").mockReturnValue(0.5);
  const codes = Array.from(
    { length: 20_000 },
    () => createOneTimeToken(wire.auth, "ada@example.com", { length: 6 }).code,
  );
  randomSpy.mockRestore();
  expect(codes.filter((code) => !/^\d{6}$/.test(code))).toEqual([]);
  // Twenty thousand random codes of a million contain some 19,800 distinct ones.
  expect(new Set(codes).size).toBeGreaterThan(19_600);
  for (const position of [0, 1, 2, 3, 4, 5]) {
    for (const digit of "0123456789") {
      const occurrences = codes.filter((code) => code[position] === digit).length;
      // Each digit is expected two thousand times; three hundred are seven standard deviations.
      expect(Math.abs(occurrences - 2_000), `${digit} at ${position}`).toBeLessThan(300);
    }
  }
});

test("a one-time token is stored as a hash with the project's secret", async () => {
  const email = "stored@example.com";
  await wire.signedIn(email);
  await wire.post("/otp", { email });
  const { code = "", link = "" } = wire.emailTo(email);
  const { rows } = await database.query<{ token_hash: string }>(sql`
    select token_hash from auth.one_time_tokens where relates_to = ${email}`);
  const [storedHash] = rows.map((row) => row.token_hash);
  const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
  expect(storedHash).toBe(sha256(new URL(link).searchParams.get("token") ?? ""));
  // The reference stores this hash, which can be reversed by trying a million codes in a second.
  const unkeyedHash = createHash("sha224").update(`${email}${code}`).digest("hex");
  expect([unkeyedHash, sha256(unkeyedHash)]).not.toContain(storedHash);
  expect(link).not.toContain(unkeyedHash);
});

test.each([
  ["/otp", "magiclink"],
  ["/recover", "recovery"],
])(
  "one-time tokens of %s are invalid after a newer one and after their use",
  async (path, type) => {
    const email = `${type}@example.com`;
    await wire.signedIn(email);
    const verify = (body: object) => wire.post("/verify", { type, ...body }, apiVersion);
    const requestMessage = async () => {
      await wire.post(path, { email });
      const { code = "" } = wire.emailTo(email);
      const hash = JSON.stringify(wire.emailTo(email)).match(/token=([0-9a-f]{56})/)?.[1] ?? "";
      expect([code, hash]).toEqual([
        expect.stringMatching(/^\d{6}$/),
        expect.stringMatching(/^[0-9a-f]{56}$/),
      ]);
      return { byCode: { email, token: code }, byLink: { token_hash: hash } };
    };
    const [olderMessage, newerMessage, newestMessage] = [
      await requestMessage(),
      await requestMessage(),
      await requestMessage(),
    ];
    for (const params of [
      olderMessage.byCode,
      olderMessage.byLink,
      newerMessage.byCode,
      newerMessage.byLink,
    ]) {
      expect(await verify(params)).toMatchObject({ status: 403, body: { code: "otp_expired" } });
    }
    expect((await verify(newestMessage.byCode)).status).toBe(200);
    for (const params of [newestMessage.byCode, newestMessage.byLink]) {
      expect(await verify(params)).toMatchObject({ status: 403, body: { code: "otp_expired" } });
    }
  },
);
