import { decodeJwt } from "jose";
import { TOTP } from "otpauth";
import type { ConfigInput } from "../../src/config/sections/schema.ts";
import type { Database } from "../../src/database/port.ts";
import {
  type Answer,
  type AuthFixture,
  apiVersion,
  authFixture,
  password,
} from "./auth-fixture.ts";

const enabled = { enroll_enabled: true, verify_enabled: true };

type MfaSettings = NonNullable<ConfigInput["auth"]>["mfa"];

/** Settings that allow every kind of factor to be enrolled and used. */
export const mfa = {
  totp: enabled,
  phone: { ...enabled, template: "{{ .Code }} proves that it is you", max_frequency: "0s" },
  web_authn: enabled,
} satisfies MfaSettings;

type Client = ReturnType<AuthFixture["client"]>;

/** The auth wire, with functions for tests of second factors. */
export interface FactorFixture {
  readonly wire: AuthFixture;
  /** Returns the wire on the same database with other settings. */
  withMfa(settings: MfaSettings): Promise<AuthFixture>;
  /** Signs up a user with a verified authenticator app, at aal2. `earlierSession` is the user's session at aal1. */
  withTotp(email: string): Promise<{ client: Client; earlierSession: Session } & TotpFactor>;
  signIn(email: string): Promise<Client>;
  /** Sends raw requests with a client's token. */
  challenge(client: Client, factorId: string, headers?: Record<string, string>): Promise<Answer>;
  verify(
    client: Client,
    factorId: string,
    body: object,
    headers?: Record<string, string>,
  ): Promise<Answer>;
}

type Session = Awaited<ReturnType<typeof sessionOf>>;
type TotpFactor = Awaited<ReturnType<typeof enrollTotp>>;

export async function factorFixture(database: Database): Promise<FactorFixture> {
  const wire = await authFixture(database, { auth: { mfa } });
  return {
    wire,
    withMfa: (settings) => authFixture(database, { auth: { mfa: settings } }),
    withTotp: async (email) => {
      const client = await wire.signedIn(email);
      const earlierSession = await sessionOf(client);
      const factor = await enrollTotp(client);
      const { error } = await client.mfa.challengeAndVerify({
        factorId: factor.id,
        code: codeOf(factor.secret),
      });
      if (error) throw error;
      return { client, earlierSession, ...factor };
    },
    signIn: async (email) => {
      const client = wire.client();
      const { error } = await client.signInWithPassword({ email, password });
      if (error) throw error;
      return client;
    },
    challenge: async (client, factorId, headers = {}) =>
      wire.post(`/factors/${factorId}/challenge`, {}, { ...(await bearer(client)), ...headers }),
    verify: async (client, factorId, body, headers = {}) =>
      wire.post(`/factors/${factorId}/verify`, body, { ...(await bearer(client)), ...headers }),
  };
}

/** Returns the current code of an authenticator app, or the code that is valid `steps` times 30 seconds later. */
export const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 });

/** Returns a code that is currently invalid. */
export function wrongCode(secret: string): string {
  const validCodes = [-2, -1, 0, 1, 2].map((step) => codeOf(secret, step));
  const candidates = ["000000", "111111", "222222", "333333", "444444"];
  return candidates.find((code) => !validCodes.includes(code)) ?? "555555";
}

export async function enrollTotp(client: Client, friendlyName = "phone") {
  const { data, error } = await client.mfa.enroll({ factorType: "totp", friendlyName });
  if (error) throw error;
  return { id: data.id, secret: data.totp.secret, data };
}

export async function sessionOf(client: Client) {
  const { data } = await client.getSession();
  if (!data.session) throw new Error("The client is not signed in.");
  return data.session;
}

export async function claimsOf(client: Client) {
  return decodeJwt((await sessionOf(client)).access_token);
}

export async function bearer(client: Client) {
  return { authorization: `Bearer ${(await sessionOf(client)).access_token}`, ...apiVersion };
}
