import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeTestStorage } from "../../test/databases/test-database.ts";
import { compareTimes, median } from "../../test/rank-test.ts";
import { startBackend, type TestBackend } from "../testing/index.ts";

/**
 * The number of responses to time per path and kind of address, set by `npm run test:nightly`.
 * `equal-work.full.test.ts` compares the statements; this test compares their time.
 */
const sampleCount = Number(process.env["PORTICO_TIMING"] ?? 0);

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
  if (sampleCount === 0) return;
  storage = await makeTestStorage();
  backend = await startBackend({
    files: { "config.toml": config },
    ...("url" in storage.storage ? { databaseUrl: storage.storage.url } : {}),
  });
}, 60_000);
afterAll(async () => {
  if (sampleCount === 0) return;
  await backend.close();
  await storage.drop();
});

async function post(path: string, body: object, token?: string): Promise<number> {
  const response = await fetch(`${backend.url}/auth/v1${path}`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      ...(token ? { authorization: `Bearer ${token}`, apikey: token } : {}),
    },
    body: JSON.stringify(body),
  });
  await response.arrayBuffer();
  return response.status;
}

/** The address has a confirmed account, an account that waits for confirmation, or none. */
const kinds = ["taken", "waiting", "unknown"] as const;
type Kind = (typeof kinds)[number];

/** Returns an address that was never requested. */
async function createAddress(kind: Kind): Promise<string> {
  const email = `${randomUUID()}@example.com`;
  const account = { email, password_hash: hash, email_confirm: kind === "taken" };
  if (kind !== "unknown") expect(await post("/admin/users", account, backend.secretKey)).toBe(200);
  return email;
}

/** Signs users in with their passwords repeatedly until `work` is done. */
async function signInWhile(callers: number, work: () => Promise<void>): Promise<void> {
  const email = await createAddress("taken");
  let isDone = false;
  const loops = Array.from({ length: callers }, async () => {
    while (!isDone) await post("/token?grant_type=password", { email, password: "not this one" });
  });
  await work();
  isDone = true;
  await Promise.all(loops);
}

/** Prepares a request about an address, and returns a function that sends it and returns the status. */
type PreparedRequest = (email: string) => Promise<() => Promise<number>>;

const prepareRequest =
  (path: string, body: object): PreparedRequest =>
  async (email) =>
  () =>
    post(path, { email, ...body });

/** Prepares the callback from a provider that lets users enter any address. */
const prepareProviderCallback: PreparedRequest = async (email) => {
  const authorizeResponse = await fetch(`${backend.url}/auth/v1/authorize?provider=github`, {
    redirect: "manual",
  });
  const cookie = authorizeResponse.headers.get("set-cookie")?.split(";")[0] ?? "";
  const form = new URL(authorizeResponse.headers.get("location") ?? "");
  const fields = { person: "someone-else", name: "Somebody", email, failure: "unverified_email" };
  const body = new URLSearchParams({ ...Object.fromEntries(form.searchParams), ...fields });
  const formResponse = await fetch(`${form.origin}${form.pathname}`, {
    method: "POST",
    body,
    redirect: "manual",
  });
  const callback = formResponse.headers.get("location") ?? "";
  return async () => {
    const response = await fetch(callback, { headers: { cookie }, redirect: "manual" });
    expect(response.headers.get("location")).toContain("provider_email_needs_verification");
    return response.status;
  };
};

const timedRequests: readonly (readonly [
  name: string,
  prepare: PreparedRequest,
  status: number,
  testedKinds: readonly Kind[],
])[] = [
  ["/signup", prepareRequest("/signup", { password: "correct horse" }), 200, kinds],
  ["/otp", prepareRequest("/otp", {}), 200, kinds],
  ["/recover", prepareRequest("/recover", {}), 200, ["taken", "unknown"]],
  ["/resend", prepareRequest("/resend", { type: "signup" }), 200, kinds],
  ["/callback", prepareProviderCallback, 302, kinds],
];

describe.runIf(sampleCount > 0).each([3, 0])("with %i concurrent password sign-ins", (callers) => {
  test.each(timedRequests)(
    "%s takes equally long for every address",
    { timeout: 30 * 60_000 },
    async (name, prepare, expectedStatus, testedKinds) => {
      const pendingRequests: { kind: Kind; email: string }[] = [];
      for (const kind of testedKinds) {
        for (let index = 0; index < sampleCount; index++) {
          pendingRequests.push({ kind, email: await createAddress(kind) });
        }
      }
      const times = Object.fromEntries(kinds.map((kind) => [kind, [] as number[]])) as Record<
        Kind,
        number[]
      >;
      await signInWhile(callers, async () => {
        while (pendingRequests.length > 0) {
          // Send the requests in random order, because the remaining work of one request slows the next one.
          const [nextRequest] = pendingRequests.splice(
            Math.floor(Math.random() * pendingRequests.length),
            1,
          );
          if (!nextRequest) break;
          const { kind, email } = nextRequest;
          const request = await prepare(email);
          const startedAt = performance.now();
          const status = await request();
          times[kind].push(performance.now() - startedAt);
          expect(status).toBe(expectedStatus);
        }
      });
      const medianMs = median(times.unknown);
      for (const kind of testedKinds.filter((kind) => kind !== "unknown")) {
        const { deviation, difference } = compareTimes(times[kind], times.unknown);
        console.log(
          `${name}, ${callers} concurrent sign-ins: ${medianMs.toFixed(1)} ms; ${kind} addresses take ` +
            `${difference.toFixed(1)} ms more (${deviation.toFixed(1)} deviations)`,
        );
        expect(Math.abs(deviation), kind).toBeLessThan(4);
        expect(Math.abs(difference), kind).toBeLessThan(medianMs / 4 + 5);
      }
    },
  );
});
