import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeTestStorage } from "../../test/database.ts";
import { compareTimes, median } from "../../test/rank-test.ts";
import { startBackend, type TestBackend } from "../testing/index.ts";

/**
 * The number of answers to time per path and kind of address, by `npm run test:nightly`. `even-work.full.test.ts` compares
 * the statements; this test compares their time.
 */
const samples = Number(process.env["PORTICO_TIMING"] ?? 0);

const config = `
[auth]
minimum_password_length = 6
[auth.email]
enable_confirmations = true
max_frequency = "0s"
[auth.external.github]
enabled = true`;

/** A bcrypt hash, with the cost of test backends, of a password that is not in this file. */
const hash = "$2y$04$jBA6Av0A/tqjeEc./8M9kOAd0.84mBlI5aGklQxiTbeZCXXPnQ3Py";

let backend: TestBackend;
let storage: Awaited<ReturnType<typeof makeTestStorage>>;
beforeAll(async () => {
  if (samples === 0) return;
  storage = await makeTestStorage();
  backend = await startBackend({
    files: { "config.toml": config },
    ...("url" in storage.storage ? { databaseUrl: storage.storage.url } : {}),
  });
}, 60_000);
afterAll(async () => {
  if (samples === 0) return;
  await backend.close();
  await storage.drop();
});

async function post(path: string, body: object, token?: string): Promise<number> {
  const answer = await fetch(`${backend.url}/auth/v1${path}`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      ...(token ? { authorization: `Bearer ${token}`, apikey: token } : {}),
    },
    body: JSON.stringify(body),
  });
  await answer.arrayBuffer();
  return answer.status;
}

/** The states of an address in the project. */
const kinds = ["taken", "waiting", "unknown"] as const;
type Kind = (typeof kinds)[number];

/** Returns an address that was never requested. */
async function address(kind: Kind): Promise<string> {
  const email = `${randomUUID()}@example.com`;
  const account = { email, password_hash: hash, email_confirm: kind === "taken" };
  if (kind !== "unknown") expect(await post("/admin/users", account, backend.secretKey)).toBe(200);
  return email;
}

/** Signs users in with their passwords repeatedly until `work` is done. */
async function signInWhile(callers: number, work: () => Promise<void>): Promise<void> {
  const email = await address("taken");
  let isOver = false;
  const loops = Array.from({ length: callers }, async () => {
    while (!isOver) await post("/token?grant_type=password", { email, password: "not this one" });
  });
  await work();
  isOver = true;
  await Promise.all(loops);
}

/** Prepares a request about an address: the timed request, and the status of its answer. */
type PreparedRequest = (email: string) => Promise<() => Promise<number>>;

const prepareRequest =
  (path: string, body: object): PreparedRequest =>
  async (email) =>
  () =>
    post(path, { email, ...body });

/** Returns from a provider that lets users enter any address. */
const fromProvider: PreparedRequest = async (email) => {
  const leaving = await fetch(`${backend.url}/auth/v1/authorize?provider=github`, {
    redirect: "manual",
  });
  const cookie = leaving.headers.get("set-cookie")?.split(";")[0] ?? "";
  const form = new URL(leaving.headers.get("location") ?? "");
  const answers = { person: "someone-else", name: "Somebody", email, failure: "unverified_email" };
  const body = new URLSearchParams({ ...Object.fromEntries(form.searchParams), ...answers });
  const returning = await fetch(`${form.origin}${form.pathname}`, {
    method: "POST",
    body,
    redirect: "manual",
  });
  const callback = returning.headers.get("location") ?? "";
  return async () => {
    const answer = await fetch(callback, { headers: { cookie }, redirect: "manual" });
    expect(answer.headers.get("location")).toContain("provider_email_needs_verification");
    return answer.status;
  };
};

const ways: readonly (readonly [
  name: string,
  way: PreparedRequest,
  status: number,
  of: readonly Kind[],
])[] = [
  ["/signup", prepareRequest("/signup", { password: "correct horse" }), 200, kinds],
  ["/otp", prepareRequest("/otp", {}), 200, kinds],
  ["/recover", prepareRequest("/recover", {}), 200, ["taken", "unknown"]],
  ["/resend", prepareRequest("/resend", { type: "signup" }), 200, kinds],
  ["/callback", fromProvider, 302, kinds],
];

describe.runIf(samples > 0).each([3, 0])("with %i concurrent password sign-ins", (callers) => {
  test.each(ways)(
    "%s takes equally long for every address",
    { timeout: 30 * 60_000 },
    async (name, prepare, expected, of) => {
      const questions: { kind: Kind; email: string }[] = [];
      for (const kind of of) {
        for (let index = 0; index < samples; index++) {
          questions.push({ kind, email: await address(kind) });
        }
      }
      const times = Object.fromEntries(kinds.map((kind) => [kind, [] as number[]])) as Record<
        Kind,
        number[]
      >;
      await signInWhile(callers, async () => {
        while (questions.length > 0) {
          // Sends the requests in random order, because work that one request leaves behind slows the next.
          const [authorizationRequest] = questions.splice(
            Math.floor(Math.random() * questions.length),
            1,
          );
          if (!authorizationRequest) break;
          const { kind, email } = authorizationRequest;
          const request = await prepare(email);
          const startedAt = performance.now();
          const status = await request();
          times[kind].push(performance.now() - startedAt);
          expect(status).toBe(expected);
        }
      });
      const usual = median(times.unknown);
      for (const kind of of.filter((kind) => kind !== "unknown")) {
        const { deviation, difference } = compareTimes(times[kind], times.unknown);
        console.log(
          `${name}, ${callers} beside: ${usual.toFixed(1)} ms, of ${kind} addresses ` +
            `${difference.toFixed(1)} ms more, ${deviation.toFixed(1)} deviations`,
        );
        expect(Math.abs(deviation), kind).toBeLessThan(4);
        expect(Math.abs(difference), kind).toBeLessThan(usual / 4 + 5);
      }
    },
  );
});
