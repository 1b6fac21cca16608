/**
 * Whether the time that an answer takes tells if an address has an account: each request for one
 * that has and one that has not, in turns, one at a time.
 */
import { randomUUID } from "node:crypto";
import { median, print } from "./measure.ts";
import { password, type Stage } from "./stage.ts";

const tries = Number(process.env["BENCH_TRIES"] ?? 1_000);

export async function enumeration(stage: Stage): Promise<void> {
  const unconfirmed = "unconfirmed@example.com";
  await ask(stage, "/signup", { email: unconfirmed, password });
  const known = stage.person.email;
  const wrong = { password: "not the password" };
  const cases: Record<string, { path: string; known: string; more?: object }> = {
    "sign-in": { path: "/token?grant_type=password", known, more: wrong },
    recover: { path: "/recover", known },
    otp: { path: "/otp", known, more: { create_user: false } },
    "magic link": { path: "/magiclink", known },
    "sign-up": { path: "/signup", known, more: { password } },
    resend: { path: "/resend", known: unconfirmed, more: { type: "signup" } },
  };
  for (const [name, { path, known, more }] of Object.entries(cases)) {
    const times = { known: [] as number[], unknown: [] as number[] };
    for (let index = -20; index < tries; index++) {
      const someone = `${randomUUID()}@example.com`;
      const pair = { known, unknown: someone };
      // Each goes first as often as the other.
      const order = index % 2 ? (["known", "unknown"] as const) : (["unknown", "known"] as const);
      for (const which of order) {
        const took = await ask(stage, path, { email: pair[which], ...more });
        if (index >= 0) times[which].push(took);
      }
    }
    const [with_, without] = [median(times.known), median(times.unknown)];
    const ratio = with_ / without;
    const word = Math.abs(ratio - 1) <= 0.05 ? "met" : "missed";
    print(
      `${stage.name}: ${name}: ${with_.toFixed(2)} ms with an account, ${without.toFixed(2)} ms without; ` +
        `ratio of medians ${ratio.toFixed(3)} over ${tries} tries each (wanted within 5 %: ${word})`,
    );
  }
}

/** How many milliseconds the answer took, whatever it was. */
async function ask(
  { origins, publishable }: Stage,
  path: string,
  body: Readonly<Record<string, unknown>>,
): Promise<number> {
  const before = performance.now();
  const answered = await fetch(`${origins[0]}/auth/v1${path}`, {
    method: "POST",
    headers: { apikey: publishable, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  await answered.arrayBuffer();
  return performance.now() - before;
}
