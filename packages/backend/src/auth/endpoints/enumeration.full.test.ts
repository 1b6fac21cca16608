import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { type AuthFixture, apiVersion, authFixture, password } from "../../../test/auth.ts";
import { openTestDatabase } from "../../../test/database.ts";
import { bearer } from "../../../test/factors.ts";
import { type SocialFixture, socialFixture } from "../../../test/social.ts";
import type { Database } from "../../database/port.ts";
import { sql } from "../../database/sql.ts";

let database: Database;
/** A server without cooldowns. */
let withoutCooldowns: AuthFixture;
/** A server with the cooldowns of the hosted service. */
let withCooldowns: AuthFixture;

const knownAddresses = {
  email: { confirmed: "confirmed@example.com", waiting: "waiting@example.com" },
  phone: { confirmed: "15550001001", waiting: "15550001002" },
};

beforeAll(async () => {
  database = await openTestDatabase();
  withoutCooldowns = await authFixture(database);
  withCooldowns = await authFixture(database, {
    auth: { email: { max_frequency: "1m" }, sms: { max_frequency: "1m" } },
  });
  await withoutCooldowns.signedIn(knownAddresses.email.confirmed);
  await withoutCooldowns.post("/signup", { email: knownAddresses.email.waiting, password });
  for (const phone of Object.values(knownAddresses.phone))
    await withoutCooldowns.post("/signup", { phone, password });
  await database.query(sql`
    update auth.users set phone_confirmed_at = now() where phone = ${knownAddresses.phone.confirmed}`);
});
afterAll(() => database.close());

const challenge = {
  code_challenge: createHash("sha256").update("verifier").digest("base64url"),
  code_challenge_method: "s256",
};

const addressed: Record<
  keyof typeof knownAddresses,
  readonly (readonly [path: string, body: object])[]
> = {
  email: [
    ["/token?grant_type=password", { password: "wrong password" }],
    [
      "/signup",
      {
        password: "another password",
        data: { surname: "Lovelace", 10: [{ bb: 1, a: 2 }], ä: null, z: {} },
      },
    ],
    ["/signup", { password: "another password", ...challenge }],
    ["/otp", {}],
    ["/otp", challenge],
    ["/magiclink", {}],
    ["/recover", {}],
    ["/recover", challenge],
    ["/resend", { type: "signup" }],
    ["/resend", { type: "email_change" }],
    ...["signup", "invite", "magiclink", "recovery", "email", "email_change"].map(
      (type) => ["/verify", { type, token: "000000" }] as const,
    ),
  ],
  phone: [
    ["/token?grant_type=password", { password: "wrong password" }],
    ["/signup", { password: "another password" }],
    ["/otp", {}],
    ["/resend", { type: "sms" }],
    ["/resend", { type: "phone_change" }],
    ["/verify", { type: "sms", token: "000000" }],
    ["/verify", { type: "phone_change", token: "000000" }],
  ],
};

/** Returns an answer without its times and generated ids, which always differ. */
async function answerTo(
  wire: AuthFixture,
  path: string,
  address: string,
  body: object,
): Promise<string> {
  const response = await wire.app.request(path, {
    method: "POST",
    headers: { "content-type": "application/json", "x-supabase-api-version": "2024-01-01" },
    body: JSON.stringify(body),
  });
  const text = [
    String(response.status),
    ...[...response.headers].map(([name, value]) => `${name}: ${value}`),
    await response.text(),
  ].join("\n");
  return withoutWhatDiffers(text, address);
}

function withoutWhatDiffers(text: string, address: string): string {
  return text
    .replaceAll(address, "<address>")
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "<id>")
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, "<moment>")
    .replaceAll(/\d+[ +]seconds|(?<=retry-after: )\d+/g, "<wait>");
}

let newcomers = 0;

describe.each(["email", "phone"] as const)("account enumeration by %s", (means) => {
  const unknownAddress = () => {
    const number = String(++newcomers).padStart(4, "0");
    return means === "email" ? `nobody${number}@example.com` : `1555100${number}`;
  };

  test.each(addressed[means].map(([path, body]) => [path, JSON.stringify(body), body] as const))(
    "an account cannot be detected by %s: %s",
    async (path, _, body) => {
      const signUp = (address: string) =>
        answerTo(withoutCooldowns, path, address, { [means]: address, ...body });
      const stranger = await signUp(unknownAddress());
      expect(stranger).not.toMatch(/^5/);
      expect(await signUp(knownAddresses[means].confirmed)).toBe(stranger);
      expect(await signUp(knownAddresses[means].waiting)).toBe(stranger);
    },
  );

  test("a repeated sign-up returns new ids, whether or not there is an account", async () => {
    const signUp = async (address: string) => {
      const account = { [means]: address, password: "the same password", data: { seat: "12" } };
      const { body } = await withoutCooldowns.post("/signup", account);
      return body;
    };
    for (const address of [
      unknownAddress(),
      knownAddresses[means].waiting,
      knownAddresses[means].confirmed,
    ]) {
      const [first, second] = [await signUp(address), await signUp(address)];
      expect(second.id).not.toBe(first.id);
      expect(second.identities[0].identity_id).not.toBe(first.identities[0].identity_id);
      expect(second.created_at > first.created_at).toBe(true);
      expect(second.user_metadata.seat).toBe("12");
    }
  });

  test.runIf(means === "email")(
    "an account cannot be detected while the mail server is unreachable",
    async () => {
      const senders = addressed.email.filter(([path]) => /^.(signup|otp|magic|recover)/.test(path));
      withoutCooldowns.mailServer.isDown = true;
      onTestFinished(() => {
        withoutCooldowns.mailServer.isDown = false;
      });
      for (const [path, body] of [...senders, ["/resend", { type: "signup" }] as const]) {
        const send = (email: string) => answerTo(withoutCooldowns, path, email, { email, ...body });
        const stranger = await send(unknownAddress());
        expect(stranger, path).toMatch(/^200/);
        expect(await send(knownAddresses.email.confirmed), path).toBe(stranger);
        expect(await send(knownAddresses.email.waiting), path).toBe(stranger);
      }
    },
  );

  test("a second request has the same answer, whether or not there is an account", async () => {
    const senders = addressed[means].filter(([path]) => /^.(signup|otp|recover|resend)/.test(path));
    for (const [path, body] of senders) {
      const sendTwice = async (address: string) => {
        await database.script("delete from portico.sending_clocks");
        const request = { [means]: address, ...body };
        const first = await answerTo(withCooldowns, path, address, request);
        return [first, await answerTo(withCooldowns, path, address, request)];
      };
      const stranger = await sendTwice(unknownAddress());
      // Only the account knows about a pending change, so a repeated request gets 200 instead of 429.
      expect(stranger[1]?.slice(0, 3)).toBe(
        JSON.stringify(body).includes('change"') ? "200" : "429",
      );
      expect(await sendTwice(knownAddresses[means].confirmed)).toEqual(stranger);
      expect(await sendTwice(knownAddresses[means].waiting)).toEqual(stranger);
    }
  });
});

describe("account enumeration by signed-in users", () => {
  let inside: SocialFixture;
  beforeAll(async () => {
    inside = await socialFixture(database, {
      auth: {
        enable_anonymous_sign_ins: true,
        enable_manual_linking: true,
        email: { max_frequency: "1m" },
        sms: { max_frequency: "1m" },
        external: { github: { enabled: true } },
      },
    });
  });

  type Client = ReturnType<AuthFixture["client"]>;
  let callers = 0;
  const accounts: Record<string, () => Promise<Client>> = {
    "a guest": async () => {
      const client = inside.client();
      await client.signInAnonymously();
      return client;
    },
    "somebody who signed up": () => inside.signedIn(`caller${++callers}@example.com`),
  };

  /** Returns the answers to a new account that requests the address, as one text. */
  async function visibleAnswer(
    account: string,
    means: "email" | "phone",
    address: string,
    body: object,
  ): Promise<string> {
    await database.script("delete from portico.sending_clocks");
    const client = await accounts[account]?.();
    if (!client) throw new Error(`There is no ${account}.`);
    const headers = {
      "content-type": "application/json",
      ...apiVersion,
      ...(await bearer(client)),
    };
    const { data: before } = await client.getUser();
    const change = async () => {
      const init = { method: "PUT", headers, body: JSON.stringify({ [means]: address, ...body }) };
      const response = await inside.app.request("/user", init);
      return `${response.status} ${JSON.stringify([...response.headers])} ${await response.text()}`;
    };
    const guess = (type: string) =>
      inside.post("/verify", { [means]: address, type, token: "000000" }, apiVersion);
    const answers = [
      await change(),
      await change(),
      (await inside.get("/user", headers)).body,
      (await guess(means === "email" ? "email_change" : "phone_change")).body,
    ];
    const text = answers.map((answer) => JSON.stringify(answer)).join("\n");
    return withoutWhatDiffers(text, address).replaceAll(before.user?.email || "none", "<caller>");
  }

  describe.each(Object.keys(accounts))("%s", (account) => {
    test.each([
      ["email", {}],
      ["email", challenge],
      ["email", { password: "another password" }],
      ["phone", {}],
    ] as const)(
      "a signed-in user cannot detect an account by requesting a change of %s with %j",
      async (means, body) => {
        const number = String(++newcomers).padStart(4, "0");
        const unknownAddress =
          means === "email" ? `inside${number}@example.com` : `1555200${number}`;
        const stranger = await visibleAnswer(account, means, unknownAddress, body);
        expect(stranger).toMatch(/^"200/);
        const repeated = "password" in body ? "same_password" : /over_(email|sms)_send_rate_limit/;
        expect(stranger).toMatch(repeated);
        expect(await visibleAnswer(account, means, knownAddresses[means].confirmed, body)).toBe(
          stranger,
        );
        expect(await visibleAnswer(account, means, knownAddresses[means].waiting, body)).toBe(
          stranger,
        );
      },
    );

    test("a signed-in user cannot detect an account while the mail server is unreachable", async () => {
      inside.mailServer.isDown = true;
      onTestFinished(() => {
        inside.mailServer.isDown = false;
      });
      const send = async (email: string) => {
        await database.script("delete from portico.sending_clocks");
        inside.mailServer.isDown = false;
        const headers = {
          ...apiVersion,
          ...(await bearer((await accounts[account]?.()) as Client)),
        };
        inside.mailServer.isDown = true;
        const init = { method: "PUT", headers, body: JSON.stringify({ email }) };
        const response = await inside.app.request("/user", init);
        return `${response.status} ${await response.text()}`;
      };
      const stranger = await send(`inside${++newcomers}@example.com`);
      expect(stranger).toMatch(/^500/);
      expect(await send(knownAddresses.email.confirmed)).toBe(stranger);
      expect(await send(knownAddresses.email.waiting)).toBe(stranger);
    });
  });

  test.each(["signs in", "links it as a guest"])(
    "an account cannot be detected by a provider that does not verify addresses and %s",
    async (method) => {
      const visit = async (email: string) => {
        const failure = "unverified_email";
        const person = { person: "someone-else", name: "Somebody", email, failure };
        const client = inside.client();
        if (method === "signs in") {
          return (await inside.browser().signIn({ provider: "github" }, person)).href;
        }
        await client.signInAnonymously();
        const { data } = await client.linkIdentity({
          provider: "github",
          options: { skipBrowserRedirect: true },
        });
        return (await inside.browser().link(data?.url ?? "", person)).href;
      };
      const visible = async (email: string) => {
        const forget = () =>
          database.script(`
            delete from auth.users u using auth.identities i
              where i.user_id = u.id and i.provider = 'github';
            delete from portico.sending_clocks`);
        await forget();
        const answers = [await visit(email), await visit(email)];
        await forget();
        inside.mailServer.isDown = true;
        answers.push(await visit(email));
        if (method === "signs in") answers.push(await visit(email));
        inside.mailServer.isDown = false;
        return withoutWhatDiffers(answers.join("\n"), email);
      };
      const stranger = await visible(`inside${++newcomers}@example.com`);
      expect(stranger).toContain("A+confirmation+email+has+been+sent");
      // The request of a signed-in user waits until the message is sent.
      const fails = /Error\+sending\+[a-z+]+email/.test(stranger);
      expect(fails).toBe(method === "links it as a guest");
      expect(await visible(knownAddresses.email.confirmed)).toBe(stranger);
      expect(await visible(knownAddresses.email.waiting)).toBe(stranger);
    },
  );
});
