import type { ConfigInput } from "../../src/config/sections/schema.ts";
import type { Database } from "../../src/database/port.ts";
import { type Answer, type AuthFixture, apiVersion, authFixture } from "./auth-fixture.ts";
import type { Authenticator, Fault } from "./authenticator.ts";
import { bearer } from "./factors.ts";

export type Client = ReturnType<AuthFixture["client"]>;

type AuthSettings = NonNullable<ConfigInput["auth"]>;

export const webauthn = {
  rp_display_name: "Portico",
  rp_id: "localhost",
  rp_origins: ["http://localhost:3000"],
} satisfies AuthSettings["webauthn"];

/** The auth wire, with functions for tests of passkeys. */
export interface PasskeyFixture extends AuthFixture {
  /** Creates a passkey for the signed-in user and returns its id. */
  register(client: Client, authenticator: Authenticator): Promise<string>;
  /** Creates a passkey with raw requests, and returns the last response. */
  tryRegister(client: Client, authenticator: Authenticator, fault?: Fault): Promise<Answer>;
  trySignIn(authenticator: Authenticator, fault?: Fault): Promise<Answer>;
}

/** Returns the auth wire of a project with passkeys enabled. */
export async function passkeyFixture(
  database: Database,
  settings: AuthSettings = {},
): Promise<PasskeyFixture> {
  const wire = await authFixture(database, {
    auth: { passkey: { enabled: true }, webauthn, ...settings },
  });
  return {
    ...wire,
    register: async (client, authenticator) => {
      const { data: options, error } = await client.passkey.startRegistration();
      if (error) throw error;
      const credential = authenticator.create(options.options);
      const challengeId = options.challenge_id;
      const created = await client.passkey.verifyRegistration({ challengeId, credential });
      if (created.error) throw created.error;
      return created.data.id;
    },
    tryRegister: async (client, authenticator, fault) => {
      const headers = await bearer(client);
      const { body } = await wire.post("/passkeys/registration/options", {}, headers);
      const credential = authenticator.create(body.options, fault);
      const verification = { challenge_id: body.challenge_id, credential };
      return wire.post("/passkeys/registration/verify", verification, headers);
    },
    trySignIn: async (authenticator, fault) => {
      const { body } = await wire.post("/passkeys/authentication/options", {}, apiVersion);
      const credential = authenticator.get(body.options, fault);
      const verification = { challenge_id: body.challenge_id, credential };
      return wire.post("/passkeys/authentication/verify", verification, apiVersion);
    },
  };
}
