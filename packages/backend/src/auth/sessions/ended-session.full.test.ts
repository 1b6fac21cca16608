import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  onTestFinished,
  vi,
} from "vitest";
import { type AuthFixture, password } from "../../../test/auth/auth-fixture.ts";
import { createAuthenticator } from "../../../test/auth/authenticator.ts";
import { bearer } from "../../../test/auth/factors.ts";
import {
  authorize,
  exchange,
  type OAuthServerFixture,
  oauthServerFixture,
  registerApplication,
} from "../../../test/auth/oauth-server.ts";
import { webauthn } from "../../../test/auth/passkeys.ts";
import {
  deleteUsersAndFlows,
  fragment,
  type SocialFixture,
  socialFixture,
} from "../../../test/auth/social.ts";
import { openTestDatabase } from "../../../test/databases/test-database.ts";
import { eventually } from "../../../test/eventually.ts";
import type { Database } from "../../database/port.ts";
import { sql } from "../../database/sql.ts";

// The thief of a session sends only the head of a request, and is accepted. Then the owner ends the session. The
// thief notices that through another request, and sends the body.

const victim = "grace@example.com";
const stranger = { person: "ada@example.com" };

let database: Database;
let wire: SocialFixture;
let server: OAuthServerFixture;
beforeAll(async () => {
  database = await openTestDatabase();
  wire = await socialFixture(database, {
    auth: {
      enable_manual_linking: true,
      email: { double_confirm_changes: false },
      mfa: { totp: { enroll_enabled: true, verify_enabled: true } },
      passkey: { enabled: true },
      webauthn,
      external: { github: { enabled: true }, google: { enabled: true } },
    },
  });
  server = await oauthServerFixture(database);
});
afterAll(async () => {
  await server.close();
  await database.close();
});
afterEach(() => vi.restoreAllMocks());
beforeEach(async () => {
  await deleteUsersAndFlows(database);
  wire.emails.length = 0;
});

type Client = ReturnType<AuthFixture["client"]>;

interface Request {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
}

/**
 * Sends the head of a request, waits until the caller is accepted, and returns a function that sends the body
 * and returns the response.
 */
async function beginRequest(
  app: AuthFixture["app"],
  client: Client,
  { method, path, body }: Request,
) {
  const callerAccepted = Promise.withResolvers<void>();
  const sendBody = Promise.withResolvers<void>();
  const bodyStream = new ReadableStream<Uint8Array>(
    {
      // The wire reads the body only after it has accepted the caller.
      pull: async (controller) => {
        callerAccepted.resolve();
        await sendBody.promise;
        controller.enqueue(new TextEncoder().encode(JSON.stringify(body)));
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  const init = {
    method,
    headers: { "content-type": "application/json", ...(await bearer(client)) },
    body: bodyStream,
    duplex: "half" as const,
  };
  const pendingResponse = Promise.resolve(
    app.request(new globalThis.Request(`http://localhost:3000${path}`, init)),
  );
  const earlyResponse = pendingResponse.then(({ status }) => {
    throw new Error(`The request got status ${status} before its body was read.`);
  });
  await Promise.race([callerAccepted.promise, earlyResponse]);
  return async () => {
    sendBody.resolve();
    const response = await pendingResponse;
    return { status: response.status, body: JSON.parse(await response.text()) };
  };
}

async function stealSession() {
  const owner = await wire.signedIn(victim);
  const thief = wire.client();
  await thief.signInWithPassword({ email: victim, password });
  return { owner, thief };
}

const sessionNotFound = { status: 403, body: { code: "session_not_found" } };

const countermeasures: Record<string, (owner: Client) => Promise<unknown>> = {
  "sets a new password": (owner) => owner.updateUser({ password: "a password of her own" }),
  "signs out the other sessions": (owner) => owner.signOut({ scope: "others" }),
  "signs out everywhere": (owner) => owner.signOut(),
};

describe.each(Object.keys(countermeasures))(
  "a request in progress when the owner %s",
  (countermeasure) => {
    const endSession = (owner: Client) => countermeasures[countermeasure]?.(owner);

    it.each([
      ["the password", { password: "mallory's own" }],
      ["the e-mail address", { email: "mallory@example.com" }],
      ["the metadata", { data: { full_name: "Mallory" } }],
    ])("a request during which the session ends does not change %s", async (_, body) => {
      const { owner, thief } = await stealSession();
      const finish = await beginRequest(wire.app, thief, { method: "PUT", path: "/user", body });
      await endSession(owner);
      expect(await finish()).toMatchObject(sessionNotFound);
      const { data } = await wire
        .client()
        .signInWithPassword({ email: victim, password: "mallory's own" });
      expect(data.session).toBeNull();
      expect(wire.emails.map(({ to }) => to)).not.toContain("mallory@example.com");
    });

    it("a request during which the session ends adds no passkey", async () => {
      const { owner, thief } = await stealSession();
      const authenticator = createAuthenticator();
      const { body } = await wire.post("/passkeys/registration/options", {}, await bearer(thief));
      const credential = authenticator.create(body.options);
      const params = { challenge_id: body.challenge_id, credential };
      const path = "/passkeys/registration/verify";
      const finish = await beginRequest(wire.app, thief, { method: "POST", path, body: params });
      await endSession(owner);
      expect(await finish()).toMatchObject(sessionNotFound);
    });

    it("a request during which the session ends enrolls no second factor", async () => {
      const { owner, thief } = await stealSession();
      const body = { factor_type: "totp", friendly_name: "mallory's" };
      const finish = await beginRequest(wire.app, thief, {
        method: "POST",
        path: "/factors",
        body,
      });
      await endSession(owner);
      expect(await finish()).toMatchObject(sessionNotFound);
    });

    it("a request during which the session ends grants no application access", async () => {
      const { owner, thief } = await stealSession();
      const authorizationRequest = await authorize(
        await registerApplication(server.issuer, "none"),
      );
      const path = `/oauth/authorizations/${authorizationRequest.id}`;
      await server.wire.get(path, await bearer(thief));
      const finish = await beginRequest(server.wire.app, thief, {
        method: "POST",
        path: `${path}/consent`,
        body: { action: "approve" },
      });
      await endSession(owner);
      expect(await finish()).toMatchObject(sessionNotFound);
    });

    it("a request during which the session ends gives an application no usable code", async () => {
      const { owner, thief } = await stealSession();
      const app = await registerApplication(server.issuer, "none");
      const authorizationRequest = await authorize(app);
      const path = `/oauth/authorizations/${authorizationRequest.id}`;
      await server.wire.get(path, await bearer(thief));
      // Give PostgreSQL time to end the session concurrently. The embedded database cannot, because it runs one
      // transaction at a time.
      const delaySeconds = database.engine === "postgres" ? 0.6 : 0;
      await database.script(`
      create sequence public.lingering;
      create function public.linger() returns trigger
        language plpgsql security definer set search_path = '' as $$
          begin perform nextval('public.lingering'), pg_sleep(${delaySeconds}); return new; end $$;
      create trigger linger before update on auth.oauth_authorizations
        for each row execute function public.linger()`);
      onTestFinished(() =>
        database.script(`
        drop trigger linger on auth.oauth_authorizations;
        drop function public.linger(); drop sequence public.lingering`),
      );
      const consent = server.wire.post(
        `${path}/consent`,
        { action: "approve" },
        await bearer(thief),
      );
      await eventually(async () => {
        const { rows } = await database.query(sql`select is_called from public.lingering`);
        expect(rows).toEqual([{ is_called: true }]);
      });
      await endSession(owner);
      const { body } = await consent;
      const exchangeResponse = await exchange(
        app,
        authorizationRequest,
        new URL(body.redirect_url),
      );
      expect(exchangeResponse.status).toBe(400);
    });

    it("a request during which the session ends links no provider's account", async () => {
      const { owner, thief } = await stealSession();
      const { data } = await thief.linkIdentity({
        provider: "github",
        options: { skipBrowserRedirect: true },
      });
      const { sandbox } = wire.auth;
      if (!sandbox) throw new Error("The fixture has no sandbox.");
      const sandboxFetch = sandbox.fetch;
      vi.spyOn(sandbox, "fetch").mockImplementationOnce(async (request) => {
        await endSession(owner);
        return sandboxFetch(request);
      });
      const finalUrl = await wire.browser().link(data?.url ?? "", stranger);
      expect(fragment(finalUrl)).toMatchObject({ error_code: "session_not_found" });
      const secondUrl = await wire.browser().signIn({ provider: "github" }, stranger);
      const { access_token: token } = fragment(secondUrl);
      const { body } = await wire.get("/user", { authorization: `Bearer ${token}` });
      expect(body.email).toBe(stranger.person);
    });
  },
);
