import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import {
  type AuthFixture,
  apiVersion,
  authFixture,
  password,
} from "../../../test/auth/auth-fixture.ts";
import { bearer } from "../../../test/auth/factors.ts";
import { type SocialFixture, socialFixture } from "../../../test/auth/social.ts";
import { openTestDatabase } from "../../../test/databases/test-database.ts";
import type { Database } from "../../database/port.ts";
import { sql } from "../../database/sql.ts";

let database: Database;
/** A server without cooldowns. */
let withoutCooldowns: AuthFixture;
/** A server with the cooldowns of the hosted service. */
let withCooldowns: AuthFixture;

const knownAddresses = {
  email: { confirmed: "confirmed@example.com", unconfirmed: "waiting@example.com" },
  phone: { confirmed: "15550001001", unconfirmed: "15550001002" },
};

beforeAll(async () => {
  database = await openTestDatabase();
  withoutCooldowns = await authFixture(database);
  withCooldowns = await authFixture(database, {
    auth: { email: { max_frequency: "1m" }, sms: { max_frequency: "1m" } },
  });
  await withoutCooldowns.signedIn(knownAddresses.email.confirmed);
  await withoutCooldowns.post("/signup", { email: knownAddresses.email.unconfirmed, password });
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

const requestsByChannel: Record<
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

/** Returns a response without its times and generated ids, which always differ. */
async function comparableResponse(
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
  return normalize(text, address);
}

function normalize(text: string, address: string): string {
  return text
    .replaceAll(address, "<address>")
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "<id>")
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, "<moment>")
    .replaceAll(/\d+[ +]seconds|(?<=retry-after: )\d+/g, "<wait>");
}

let newcomerCount = 0;

describe.each(["email", "phone"] as const)("account enumeration by %s", (channel) => {
  const unknownAddress = () => {
    const number = String(++newcomerCount).padStart(4, "0");
    return channel === "email" ? `nobody${number}@example.com` : `1555100${number}`;
  };

  test.each(
    requestsByChannel[channel].map(([path, body]) => [path, JSON.stringify(body), body] as const),
  )("an account cannot be detected by %s: %s", async (path, _, body) => {
    const signUp = (address: string) =>
      comparableResponse(withoutCooldowns, path, address, { [channel]: address, ...body });
    const strangersResponse = await signUp(unknownAddress());
    expect(strangersResponse).not.toMatch(/^5/);
    expect(await signUp(knownAddresses[channel].confirmed)).toBe(strangersResponse);
    expect(await signUp(knownAddresses[channel].unconfirmed)).toBe(strangersResponse);
  });

  test("a repeated sign-up returns new ids, whether or not there is an account", async () => {
    const signUp = async (address: string) => {
      const account = { [channel]: address, password: "the same password", data: { seat: "12" } };
      const { body } = await withoutCooldowns.post("/signup", account);
      return body;
    };
    for (const address of [
      unknownAddress(),
      knownAddresses[channel].unconfirmed,
      knownAddresses[channel].confirmed,
    ]) {
      const [firstUser, secondUser] = [await signUp(address), await signUp(address)];
      expect(secondUser.id).not.toBe(firstUser.id);
      expect(secondUser.identities[0].identity_id).not.toBe(firstUser.identities[0].identity_id);
      expect(secondUser.created_at > firstUser.created_at).toBe(true);
      expect(secondUser.user_metadata.seat).toBe("12");
    }
  });

  test.runIf(channel === "email")(
    "an account cannot be detected while the mail server is unreachable",
    async () => {
      const sendingRequests = requestsByChannel.email.filter(([path]) =>
        /^.(signup|otp|magic|recover)/.test(path),
      );
      withoutCooldowns.mailServer.isDown = true;
      onTestFinished(() => {
        withoutCooldowns.mailServer.isDown = false;
      });
      for (const [path, body] of [...sendingRequests, ["/resend", { type: "signup" }] as const]) {
        const send = (email: string) =>
          comparableResponse(withoutCooldowns, path, email, { email, ...body });
        const strangersResponse = await send(unknownAddress());
        expect(strangersResponse, path).toMatch(/^200/);
        expect(await send(knownAddresses.email.confirmed), path).toBe(strangersResponse);
        expect(await send(knownAddresses.email.unconfirmed), path).toBe(strangersResponse);
      }
    },
  );

  test("a second request has the same response, whether or not there is an account", async () => {
    const sendingRequests = requestsByChannel[channel].filter(([path]) =>
      /^.(signup|otp|recover|resend)/.test(path),
    );
    for (const [path, body] of sendingRequests) {
      const sendTwice = async (address: string) => {
        await database.script("delete from portico.sending_clocks");
        const request = { [channel]: address, ...body };
        const firstResponse = await comparableResponse(withCooldowns, path, address, request);
        return [firstResponse, await comparableResponse(withCooldowns, path, address, request)];
      };
      const strangersResponse = await sendTwice(unknownAddress());
      // The cooldown of a pending change is stored in the account's row, which an unknown address does not have. So a
      // repeated request gets 200 instead of 429.
      expect(strangersResponse[1]?.slice(0, 3)).toBe(
        JSON.stringify(body).includes('change"') ? "200" : "429",
      );
      expect(await sendTwice(knownAddresses[channel].confirmed)).toEqual(strangersResponse);
      expect(await sendTwice(knownAddresses[channel].unconfirmed)).toEqual(strangersResponse);
    }
  });
});

describe("account enumeration by signed-in users", () => {
  let fixture: SocialFixture;
  beforeAll(async () => {
    fixture = await socialFixture(database, {
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
  let callerCount = 0;
  const createAccount: Record<string, () => Promise<Client>> = {
    "a guest": async () => {
      const client = fixture.client();
      await client.signInAnonymously();
      return client;
    },
    "a user who signed up": () => fixture.signedIn(`caller${++callerCount}@example.com`),
  };

  /** Requests a change to the address from a new account, and returns all responses as one text. */
  async function responsesToChange(
    account: string,
    channel: "email" | "phone",
    address: string,
    body: object,
  ): Promise<string> {
    await database.script("delete from portico.sending_clocks");
    const client = await createAccount[account]?.();
    if (!client) throw new Error(`The account ${account} is not defined.`);
    const headers = {
      "content-type": "application/json",
      ...apiVersion,
      ...(await bearer(client)),
    };
    const { data: caller } = await client.getUser();
    const requestChange = async () => {
      const init = {
        method: "PUT",
        headers,
        body: JSON.stringify({ [channel]: address, ...body }),
      };
      const response = await fixture.app.request("/user", init);
      return `${response.status} ${JSON.stringify([...response.headers])} ${await response.text()}`;
    };
    const guessCode = (type: string) =>
      fixture.post("/verify", { [channel]: address, type, token: "000000" }, apiVersion);
    const responses = [
      await requestChange(),
      await requestChange(),
      (await fixture.get("/user", headers)).body,
      (await guessCode(channel === "email" ? "email_change" : "phone_change")).body,
    ];
    const text = responses.map((response) => JSON.stringify(response)).join("\n");
    return normalize(text, address).replaceAll(caller.user?.email || "none", "<caller>");
  }

  describe.each(Object.keys(createAccount))("%s", (account) => {
    test.each([
      ["email", {}],
      ["email", challenge],
      ["email", { password: "another password" }],
      ["phone", {}],
    ] as const)(
      "a signed-in user cannot detect an account by requesting a change of %s with %j",
      async (channel, body) => {
        const number = String(++newcomerCount).padStart(4, "0");
        const unknownAddress =
          channel === "email" ? `inside${number}@example.com` : `1555200${number}`;
        const strangersResponse = await responsesToChange(account, channel, unknownAddress, body);
        expect(strangersResponse).toMatch(/^"200/);
        const expectedError =
          "password" in body ? "same_password" : /over_(email|sms)_send_rate_limit/;
        expect(strangersResponse).toMatch(expectedError);
        expect(
          await responsesToChange(account, channel, knownAddresses[channel].confirmed, body),
        ).toBe(strangersResponse);
        expect(
          await responsesToChange(account, channel, knownAddresses[channel].unconfirmed, body),
        ).toBe(strangersResponse);
      },
    );

    test("a signed-in user cannot detect an account while the mail server is unreachable", async () => {
      fixture.mailServer.isDown = true;
      onTestFinished(() => {
        fixture.mailServer.isDown = false;
      });
      const send = async (email: string) => {
        await database.script("delete from portico.sending_clocks");
        fixture.mailServer.isDown = false;
        const headers = {
          ...apiVersion,
          ...(await bearer((await createAccount[account]?.()) as Client)),
        };
        fixture.mailServer.isDown = true;
        const init = { method: "PUT", headers, body: JSON.stringify({ email }) };
        const response = await fixture.app.request("/user", init);
        return `${response.status} ${await response.text()}`;
      };
      const strangersResponse = await send(`inside${++newcomerCount}@example.com`);
      expect(strangersResponse).toMatch(/^500/);
      expect(await send(knownAddresses.email.confirmed)).toBe(strangersResponse);
      expect(await send(knownAddresses.email.unconfirmed)).toBe(strangersResponse);
    });
  });

  test.each(["signs in", "links it as a guest"])(
    "an account cannot be detected by a provider that does not verify addresses and %s",
    async (method) => {
      const signInOrLink = async (email: string) => {
        const failure = "unverified_email";
        const person = { person: "someone-else", name: "Somebody", email, failure };
        const client = fixture.client();
        if (method === "signs in") {
          return (await fixture.browser().signIn({ provider: "github" }, person)).href;
        }
        await client.signInAnonymously();
        const { data } = await client.linkIdentity({
          provider: "github",
          options: { skipBrowserRedirect: true },
        });
        return (await fixture.browser().link(data?.url ?? "", person)).href;
      };
      const responsesTo = async (email: string) => {
        const deleteAccounts = () =>
          database.script(`
            delete from auth.users u using auth.identities i
              where i.user_id = u.id and i.provider = 'github';
            delete from portico.sending_clocks`);
        await deleteAccounts();
        const responses = [await signInOrLink(email), await signInOrLink(email)];
        await deleteAccounts();
        fixture.mailServer.isDown = true;
        responses.push(await signInOrLink(email));
        if (method === "signs in") responses.push(await signInOrLink(email));
        fixture.mailServer.isDown = false;
        return normalize(responses.join("\n"), email);
      };
      const strangersResponse = await responsesTo(`inside${++newcomerCount}@example.com`);
      expect(strangersResponse).toContain("A+confirmation+email+has+been+sent");
      // The request of a signed-in user waits until the message is sent.
      const hasMessageError = /Error\+sending\+[a-z+]+email/.test(strangersResponse);
      expect(hasMessageError).toBe(method === "links it as a guest");
      expect(await responsesTo(knownAddresses.email.confirmed)).toBe(strangersResponse);
      expect(await responsesTo(knownAddresses.email.unconfirmed)).toBe(strangersResponse);
    },
  );
});
