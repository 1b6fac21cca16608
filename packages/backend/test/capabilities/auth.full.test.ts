import { createHash, randomUUID } from "node:crypto";
import { createClient } from "@supabase/supabase-js";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { sandboxClient } from "../../src/auth/providers/sandbox.ts";
import { type Authenticator, createAuthenticator } from "../auth/authenticator.ts";
import { codeOf } from "../auth/factors.ts";
import { createEthereumWallet } from "../wallets.ts";
import { openPageBrowser } from "./browser.ts";
import {
  type CapabilityProject,
  dataOf,
  type Person,
  password,
  startCapabilityProject,
} from "./project.ts";

const siteUrl = "http://localhost:3000";

const config = `
  [auth]
  site_url = "${siteUrl}"
  enable_anonymous_sign_ins = true
  enable_manual_linking = true
  [auth.rate_limit]
  email_sent = 1000
  [auth.email]
  enable_confirmations = true
  max_frequency = "1ms"
  [auth.mfa.totp]
  enroll_enabled = true
  verify_enabled = true
  [auth.passkey]
  enabled = true
  [auth.webauthn]
  rp_id = "localhost"
  rp_display_name = "Portico"
  rp_origins = ["${siteUrl}"]
  [auth.oauth_server]
  enabled = true
  [auth.web3.ethereum]
  enabled = true
  [auth.external.google]
  enabled = true
  [auth.external.github]
  enabled = true`;

let project: CapabilityProject;
beforeAll(async () => {
  const files = {
    "supabase/config.toml": config,
    "supabase/migrations/1_who.sql":
      "create function who_am_i() returns uuid language sql stable as 'select auth.uid()';",
  };
  project = await startCapabilityProject(files, { GOTRUE_SAML_ENABLED: "true" });
});
afterAll(() => project.close());
afterEach(() => vi.unstubAllGlobals());

const newAddress = () => `${randomUUID()}@example.com`;

/** Returns the fields of the sandbox's form for a person with this address. */
const someoneElse = (email: string) => ({ person: "someone-else", name: "Grace", email });

/** Signs in at a provider of the sandbox, and returns the URL with which the application opens. */
async function passProvider(url: string, person = newAddress()): Promise<URL> {
  const browser = openPageBrowser(project.server);
  let page = await browser.submit(await browser.open(url), someoneElse(person));
  if (page.html?.includes('name="answer"')) {
    page = await browser.submit(page, { answer: "continue" });
  }
  if (page.html !== undefined) throw new Error(`The browser is still at ${page.url}.`);
  return page.url;
}

// --- Signing in

test("auth.sign_in.sign_up: signUp creates an account that waits for its confirmation", async () => {
  const email = newAddress();
  const { user, session } = dataOf(await project.client().auth.signUp({ email, password }));
  expect(user).toMatchObject({ email, confirmation_sent_at: expect.any(String) });
  expect(session).toBeNull();
});

test("auth.sign_in.verify_otp: verifyOtp confirms the address by the code of the message", async () => {
  const [email, { auth }] = [newAddress(), project.client()];
  await auth.signUp({ email, password });
  const token = await project.inbox.latestCode(email);
  const { user, session } = dataOf(await auth.verifyOtp({ email, token, type: "signup" }));
  expect(user?.email_confirmed_at).toEqual(expect.any(String));
  expect(session?.access_token).toEqual(expect.any(String));
});

test("auth.sign_in.sign_in_with_password: signInWithPassword accepts only the right password", async () => {
  const { email, id } = await project.person();
  const { auth } = project.client();
  expect((await auth.signInWithPassword({ email, password: "wrong" })).error?.code).toBe(
    "invalid_credentials",
  );
  expect(dataOf(await auth.signInWithPassword({ email, password })).user?.id).toBe(id);
});

test("auth.sign_in.sign_in_with_otp: signInWithOtp sends a code that signs in", async () => {
  const { email, id } = await project.person();
  const { auth } = project.client();
  expect((await auth.signInWithOtp({ email })).error).toBeNull();
  const token = await project.inbox.latestCode(email);
  expect(dataOf(await auth.verifyOtp({ email, token, type: "email" })).user?.id).toBe(id);
});

test("auth.sign_in.sign_in_anonymously: signInAnonymously signs a guest in", async () => {
  const { user } = dataOf(await project.client().auth.signInAnonymously());
  expect(user).toMatchObject({ is_anonymous: true, role: "authenticated" });
});

test("auth.sign_in.sign_in_with_oauth: signInWithOAuth leads to a provider and back with a session", async () => {
  const { auth } = project.client();
  const options = { skipBrowserRedirect: true, redirectTo: siteUrl };
  const { url } = dataOf(await auth.signInWithOAuth({ provider: "github", options }));
  const person = newAddress();
  const fragment = new URLSearchParams((await passProvider(url ?? "", person)).hash.slice(1));
  const { user } = dataOf(await auth.getUser(fragment.get("access_token") ?? ""));
  expect(user).toMatchObject({ email: person, app_metadata: { provider: "github" } });
});

test("auth.sign_in.exchange_code_for_session: exchangeCodeForSession exchanges the code of a PKCE flow", async () => {
  const { auth } = project.client({ auth: { flowType: "pkce" } });
  const options = { skipBrowserRedirect: true, redirectTo: siteUrl };
  const { url } = dataOf(await auth.signInWithOAuth({ provider: "github", options }));
  const person = newAddress();
  const code = (await passProvider(url ?? "", person)).searchParams.get("code") ?? "";
  expect(dataOf(await auth.exchangeCodeForSession(code)).user).toMatchObject({ email: person });
});

test("auth.sign_in.sign_in_with_id_token: signInWithIdToken accepts a provider's ID token", async () => {
  const nonce = randomUUID();
  const person = newAddress();
  const tokens = await idTokenOf(person, createHash("sha256").update(nonce).digest("hex"));
  const { auth } = project.client();
  const { user } = dataOf(await auth.signInWithIdToken({ provider: "google", nonce, ...tokens }));
  expect(user).toMatchObject({ email: person, app_metadata: { provider: "google" } });
});

/** Returns the ID token that the sandbox issues directly to an application of this device. */
async function idTokenOf(person: string, nonce: string) {
  const verifier = "v".repeat(43);
  const request = {
    client_id: sandboxClient.clientId,
    redirect_uri: `${project.server.origin}/auth/v1/callback`,
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
  };
  const send = (path: string, fields: Record<string, string>) =>
    fetch(`${project.server.origin}/sandbox/google/${path}`, {
      method: "POST",
      redirect: "manual" as const,
      body: new URLSearchParams(fields),
    });
  const authorization = {
    ...request,
    response_type: "code",
    state: "state",
    nonce,
    ...someoneElse(person),
  };
  const location = (await send("authorize", authorization)).headers.get("location") ?? "";
  const code = new URL(location).searchParams.get("code") ?? "";
  const answer = await send("token", {
    ...request,
    grant_type: "authorization_code",
    client_secret: sandboxClient.clientSecret,
    code,
    code_verifier: verifier,
  });
  const { id_token: token, access_token } = (await answer.json()) as Record<string, string>;
  return { token: token ?? "", access_token: access_token ?? "" };
}

test("auth.sign_in.sign_in_with_web3: signInWithWeb3 accepts the message that a wallet has signed", async () => {
  const wallet = createEthereumWallet();
  const url = `${siteUrl}/`;
  const { auth } = project.client();
  const { user } = dataOf(
    await auth.signInWithWeb3({
      chain: "ethereum",
      statement: "Welcome",
      options: { url },
      wallet: {
        request: async ({ method, params }: { method: string; params?: readonly string[] }) => {
          if (method === "eth_requestAccounts") return [wallet.address];
          if (method === "eth_chainId") return "0x1";
          return wallet.sign(Buffer.from((params?.[0] ?? "").slice(2), "hex").toString());
        },
      } as never,
    }),
  );
  expect(user?.user_metadata["custom_claims"]).toMatchObject({ chain: "ethereum", network: "1" });
});

test("auth.sign_in.sign_in_with_sso: signInWithSSO leads to an organization's identity provider and back", async () => {
  const { origin, keys } = project.server;
  const headers = { apikey: keys.secret, "content-type": "application/json" };
  const domain = `${randomUUID()}.example`;
  const provider = { type: "saml", metadata_url: `${origin}/sandbox/saml/metadata` };
  const body = JSON.stringify({ ...provider, domains: [domain] });
  await fetch(`${origin}/auth/v1/admin/sso/providers`, { method: "POST", headers, body });
  const { auth } = project.client({ auth: { flowType: "pkce" } });
  const options = { redirectTo: siteUrl, skipBrowserRedirect: true };
  const { url } = dataOf(await auth.signInWithSSO({ domain, options }));
  const browser = openPageBrowser(project.server);
  const person = newAddress();
  const form = await browser.submit(await browser.open(url), someoneElse(person));
  const code = (await browser.submit(form)).url.searchParams.get("code") ?? "";
  const { user } = dataOf(await auth.exchangeCodeForSession(code));
  expect(user).toMatchObject({
    email: person,
    app_metadata: { provider: expect.stringMatching(/^sso:/) },
  });
});

test("auth.sign_in.resend_confirmation: resend sends the confirmation again", async () => {
  const [email, { auth }] = [newAddress(), project.client()];
  await auth.signUp({ email, password });
  await project.inbox.latestCode(email);
  expect((await auth.resend({ type: "signup", email })).error).toBeNull();
  const token = await project.inbox.latestCode(email);
  expect(dataOf(await auth.verifyOtp({ email, token, type: "signup" })).session).not.toBeNull();
});

test("auth.sign_in.send_password_reset_email: resetPasswordForEmail sends a code that allows a new password", async () => {
  const { email } = await project.person();
  const { auth } = project.client();
  expect((await auth.resetPasswordForEmail(email)).error).toBeNull();
  const token = await project.inbox.latestCode(email);
  dataOf(await auth.verifyOtp({ email, token, type: "recovery" }));
  expect((await auth.updateUser({ password: "a new password" })).error).toBeNull();
  const next = await project
    .client()
    .auth.signInWithPassword({ email, password: "a new password" });
  expect(next.error).toBeNull();
});

test("auth.sign_in.reauthenticate: reauthenticate sends a nonce to the user", async () => {
  const { client, email } = await project.person();
  expect((await client.auth.reauthenticate()).error).toBeNull();
  expect(await project.inbox.latestCode(email)).toMatch(/^\d{6}$/);
});

// --- The session

test("auth.session.get_session: getSession returns the stored session", async () => {
  const { client, id } = await project.person();
  expect(dataOf(await client.auth.getSession()).session?.user.id).toBe(id);
});

test("auth.session.get_user: getUser asks the server for the user", async () => {
  const { client, id } = await project.person();
  expect(dataOf(await client.auth.getUser()).user.id).toBe(id);
});

test("auth.session.get_claims: getClaims verifies the token with the server's public key", async () => {
  const { client, id } = await project.person();
  const { claims, header } = dataOf(await client.auth.getClaims());
  expect([claims.sub, header.alg]).toEqual([id, "ES256"]);
});

test("auth.session.refresh_session: refreshSession returns new tokens", async () => {
  const { client } = await project.person();
  const before = dataOf(await client.auth.getSession()).session;
  const { session } = dataOf(await client.auth.refreshSession());
  expect(session?.refresh_token).not.toBe(before?.refresh_token);
});

test("auth.session.set_session: setSession continues a session in another client", async () => {
  const { client, id } = await project.person();
  const { session } = dataOf(await client.auth.getSession());
  if (!session) throw new Error("There is no session.");
  expect(dataOf(await project.client().auth.setSession(session)).user?.id).toBe(id);
});

test("auth.session.auto_refresh: the client refreshes an expiring session by itself", async () => {
  const { client } = await project.person();
  const before = dataOf(await client.auth.getSession()).session;
  const isRefreshed = new Promise<void>((resolve) => {
    client.auth.onAuthStateChange((event) => {
      if (event === "TOKEN_REFRESHED") resolve();
    });
  });
  const now = Date.now();
  vi.spyOn(Date, "now").mockImplementation(() => now + 3_590_000);
  await client.auth.startAutoRefresh();
  await isRefreshed.finally(() => vi.restoreAllMocks());
  await client.auth.stopAutoRefresh();
  expect(dataOf(await client.auth.getSession()).session?.refresh_token).not.toBe(
    before?.refresh_token,
  );
});

test("auth.session.subscribe_auth_events: onAuthStateChange reports what happens to the session", async () => {
  const { client, email } = await project.person();
  const events: string[] = [];
  const { data } = client.auth.onAuthStateChange((event) => void events.push(event));
  await client.auth.updateUser({ data: { color: "green" } });
  await client.auth.signOut();
  await client.auth.signInWithPassword({ email, password });
  data.subscription.unsubscribe();
  await client.auth.signOut();
  expect(events.filter((event) => event !== "INITIAL_SESSION")).toEqual([
    "USER_UPDATED",
    "SIGNED_OUT",
    "SIGNED_IN",
  ]);
});

test("auth.session.update_user: updateUser changes the user's data", async () => {
  const { client } = await project.person();
  const { user } = dataOf(await client.auth.updateUser({ data: { color: "green" } }));
  expect(user.user_metadata["color"]).toBe("green");
});

test("auth.session.sign_out: signOut ends the session on the server", async () => {
  const { client } = await project.person();
  const token = dataOf(await client.auth.getSession()).session?.access_token;
  expect((await client.auth.signOut()).error).toBeNull();
  expect((await project.client().auth.getUser(token)).error?.name).toBe("AuthSessionMissingError");
});

// --- Identities

test("auth.identities.list_identities: getUserIdentities lists the ways to sign in", async () => {
  const { client, email } = await project.person();
  const { identities } = dataOf(await client.auth.getUserIdentities());
  expect(identities).toMatchObject([{ provider: "email", identity_data: { email } }]);
});

/** Links a GitHub account, and returns the identities. */
async function linkGitHub({ client }: Person) {
  const options = { skipBrowserRedirect: true, redirectTo: siteUrl };
  const { url } = dataOf(await client.auth.linkIdentity({ provider: "github", options }));
  await passProvider(url ?? "");
  return dataOf(await client.auth.getUserIdentities()).identities;
}

test("auth.identities.link_identity: linkIdentity adds a provider's account", async () => {
  const identities = await linkGitHub(await project.person());
  expect(identities.map(({ provider }) => provider).toSorted()).toEqual(["email", "github"]);
});

test("auth.identities.unlink_identity: unlinkIdentity removes a provider's account", async () => {
  const person = await project.person();
  const github = (await linkGitHub(person)).find(({ provider }) => provider === "github");
  if (!github) throw new Error("The identity is missing.");
  expect((await person.client.auth.unlinkIdentity(github)).error).toBeNull();
  const { identities } = dataOf(await person.client.auth.getUserIdentities());
  expect(identities.map(({ provider }) => provider)).toEqual(["email"]);
});

// --- Second factors

async function enroll({ client }: Person) {
  return dataOf(await client.auth.mfa.enroll({ factorType: "totp", friendlyName: "phone" }));
}

async function enrollAndVerify(person: Person) {
  const factor = await enroll(person);
  const code = codeOf(factor.totp.secret);
  dataOf(await person.client.auth.mfa.challengeAndVerify({ factorId: factor.id, code }));
  return factor;
}

test("auth.mfa.enroll: enroll returns the secret of an authenticator app", async () => {
  expect(await enroll(await project.person())).toMatchObject({
    type: "totp",
    totp: { secret: expect.stringMatching(/^[A-Z2-7]{32}$/), uri: expect.any(String) },
  });
});

test("auth.mfa.challenge: challenge prepares a factor for a code", async () => {
  const person = await project.person();
  const { id: factorId } = await enroll(person);
  const challenge = dataOf(await person.client.auth.mfa.challenge({ factorId }));
  expect(challenge).toMatchObject({ id: expect.any(String), type: "totp" });
});

test("auth.mfa.verify: verify raises the session's assurance by a code", async () => {
  const person = await project.person();
  const { id: factorId, totp } = await enroll(person);
  const { mfa } = person.client.auth;
  const { id: challengeId } = dataOf(await mfa.challenge({ factorId }));
  const code = codeOf(totp.secret);
  dataOf(await mfa.verify({ factorId, challengeId, code }));
  expect(dataOf(await person.client.auth.getClaims()).claims["aal"]).toBe("aal2");
});

test("auth.mfa.challenge_and_verify: challengeAndVerify verifies a code in one step", async () => {
  const person = await project.person();
  await enrollAndVerify(person);
  expect(dataOf(await person.client.auth.getClaims()).claims["aal"]).toBe("aal2");
});

test("auth.mfa.list_factors: listFactors lists the verified factors", async () => {
  const person = await project.person();
  const { id } = await enrollAndVerify(person);
  expect(dataOf(await person.client.auth.mfa.listFactors()).totp).toMatchObject([{ id }]);
});

test("auth.mfa.get_authenticator_assurance_level: the next level is aal2 once there is a factor", async () => {
  const person = await project.person();
  await enrollAndVerify(person);
  const { auth } = project.client();
  await auth.signInWithPassword({ email: person.email, password });
  const levels = dataOf(await auth.mfa.getAuthenticatorAssuranceLevel());
  expect(levels).toMatchObject({ currentLevel: "aal1", nextLevel: "aal2" });
});

test("auth.mfa.unenroll: unenroll removes a factor", async () => {
  const person = await project.person();
  const { id: factorId } = await enrollAndVerify(person);
  dataOf(await person.client.auth.mfa.unenroll({ factorId }));
  expect(dataOf(await person.client.auth.mfa.listFactors()).all).toEqual([]);
});

// --- Passkeys

/** Makes an authenticator the browser's own, so that the client requests credentials from it. */
function stubAuthenticator(authenticator: Authenticator): void {
  class PublicKeyCredential {
    static readonly parseCreationOptionsFromJSON = (options: object) => options;
    static readonly parseRequestOptionsFromJSON = (options: object) => options;
    readonly toJSON: () => object;
    constructor(credential: object) {
      this.toJSON = () => credential;
    }
  }
  type Request = { publicKey: { challenge: string; user?: { id: string } } };
  vi.stubGlobal("PublicKeyCredential", PublicKeyCredential);
  vi.stubGlobal("window", { PublicKeyCredential });
  vi.stubGlobal("document", {});
  vi.stubGlobal("navigator", {
    credentials: {
      create: async ({ publicKey }: Request) =>
        new PublicKeyCredential(authenticator.create(publicKey)),
      get: async ({ publicKey }: Request) => new PublicKeyCredential(authenticator.get(publicKey)),
    },
  });
}

async function registerPasskey({ client }: Person, authenticator = createAuthenticator()) {
  stubAuthenticator(authenticator);
  return dataOf(await client.auth.registerPasskey());
}

test("auth.passkey.register_passkey: registerPasskey stores the key of an authenticator", async () => {
  const person = await project.person();
  const { id } = await registerPasskey(person);
  expect(dataOf(await person.client.auth.passkey.list())).toMatchObject([{ id }]);
});

test("auth.passkey.sign_in_with_passkey: signInWithPasskey signs in without a name", async () => {
  const [person, visitor] = [await project.person(), project.client()];
  await registerPasskey(person);
  expect(dataOf(await visitor.auth.signInWithPasskey()).user?.id).toBe(person.id);
});

test("auth.passkey_admin.list_passkeys: an administrator lists a user's passkeys", async () => {
  const person = await project.person();
  const { id } = await registerPasskey(person);
  const passkeys = dataOf(
    await project.admin.auth.admin.passkey.listPasskeys({ userId: person.id }),
  );
  expect(passkeys).toMatchObject([{ id }]);
});

test("auth.passkey_admin.delete_passkey: an administrator deletes a user's passkey", async () => {
  const person = await project.person();
  const { id: passkeyId } = await registerPasskey(person);
  const { passkey } = project.admin.auth.admin;
  expect((await passkey.deletePasskey({ userId: person.id, passkeyId })).error).toBeNull();
  expect(dataOf(await passkey.listPasskeys({ userId: person.id }))).toEqual([]);
});

// --- Administration

const admin = () => project.admin.auth.admin;

async function addUser() {
  const email = newAddress();
  const { user } = dataOf(await admin().createUser({ email, password, email_confirm: true }));
  return user;
}

test("auth.admin.create_user: an administrator creates a user", async () => {
  expect(await addUser()).toMatchObject({ email_confirmed_at: expect.any(String) });
});

test("auth.admin.get_user: an administrator reads a user", async () => {
  const { id, email } = await addUser();
  expect(dataOf(await admin().getUserById(id)).user).toMatchObject({ id, email });
});

test("auth.admin.list_users: an administrator lists users in pages", async () => {
  const added = [await addUser(), await addUser()];
  const page = dataOf(await admin().listUsers({ page: 1, perPage: 2 }));
  expect(page.users.map(({ id }) => id).toSorted()).toEqual(added.map(({ id }) => id).toSorted());
  expect(page).toMatchObject({ nextPage: 2, total: expect.any(Number) });
});

test("auth.admin.update_user: an administrator changes a user", async () => {
  const { id } = await addUser();
  const changes = { user_metadata: { color: "green" } };
  const { user } = dataOf(await admin().updateUserById(id, changes));
  expect(user.user_metadata["color"]).toBe("green");
});

test("auth.admin.delete_user: an administrator deletes a user", async () => {
  const { id } = await addUser();
  expect((await admin().deleteUser(id)).error).toBeNull();
  expect((await admin().getUserById(id)).error?.code).toBe("user_not_found");
});

test("auth.admin.invite_user: an administrator invites a user by e-mail", async () => {
  const email = newAddress();
  expect(dataOf(await admin().inviteUserByEmail(email)).user.invited_at).toEqual(
    expect.any(String),
  );
  expect((await project.inbox.next(email)).subject).toContain("invited");
});

test("auth.admin.generate_link: an administrator creates a link that signs in", async () => {
  const { id, email = "" } = await addUser();
  const { properties } = dataOf(await admin().generateLink({ type: "magiclink", email }));
  const verification = { token_hash: properties.hashed_token, type: "email" as const };
  expect(dataOf(await project.client().auth.verifyOtp(verification)).user?.id).toBe(id);
});

test("auth.admin.sign_out: an administrator ends all sessions of a token's user", async () => {
  const { client } = await project.person();
  const token = dataOf(await client.auth.getSession()).session?.access_token ?? "";
  expect((await admin().signOut(token, "global")).error).toBeNull();
  expect((await client.auth.getUser()).error?.name).toBe("AuthSessionMissingError");
});

test("auth.admin.list_mfa_factors: an administrator lists a user's factors", async () => {
  const person = await project.person();
  const { id } = await enrollAndVerify(person);
  expect(dataOf(await admin().mfa.listFactors({ userId: person.id })).factors).toMatchObject([
    { id, status: "verified" },
  ]);
});

test("auth.admin.delete_mfa_factor: an administrator removes a user's factor", async () => {
  const person = await project.person();
  const { id } = await enrollAndVerify(person);
  dataOf(await admin().mfa.deleteFactor({ userId: person.id, id }));
  expect(dataOf(await admin().mfa.listFactors({ userId: person.id })).factors).toEqual([]);
});

const identifierOf = () => `custom:p-${randomUUID()}` as const;

async function addProvider() {
  const identifier = identifierOf();
  const provider = dataOf(
    await admin().customProviders.createProvider({
      provider_type: "oauth2",
      identifier,
      name: "Intranet",
      client_id: "a",
      client_secret: "b",
      authorization_url: "https://203.0.113.5/authorize",
      token_url: "https://203.0.113.5/token",
      userinfo_url: "https://203.0.113.5/user",
    }),
  );
  return { identifier, provider };
}

test("auth.admin.create_provider: an administrator adds a custom provider", async () => {
  const { identifier, provider } = await addProvider();
  expect(provider).toMatchObject({ identifier, name: "Intranet", enabled: true });
});

test("auth.admin.get_provider: an administrator reads a custom provider", async () => {
  const { identifier } = await addProvider();
  expect(dataOf(await admin().customProviders.getProvider(identifier))).toMatchObject({
    identifier,
  });
});

test("auth.admin.list_providers: an administrator lists the custom providers", async () => {
  const { identifier } = await addProvider();
  const { providers } = dataOf(await admin().customProviders.listProviders());
  expect(providers.map((provider) => provider.identifier)).toContain(identifier);
});

test("auth.admin.update_provider: an administrator changes a custom provider", async () => {
  const { identifier } = await addProvider();
  const provider = await admin().customProviders.updateProvider(identifier, { enabled: false });
  expect(dataOf(provider)).toMatchObject({ enabled: false });
});

test("auth.admin.delete_provider: an administrator deletes a custom provider", async () => {
  const { identifier } = await addProvider();
  expect((await admin().customProviders.deleteProvider(identifier)).error).toBeNull();
  expect((await admin().customProviders.getProvider(identifier)).error?.code).toBe(
    "custom_provider_not_found",
  );
});

// --- The OAuth server

const callback = "https://app.example.com/callback";

async function addClient() {
  return dataOf(
    await admin().oauth.createClient({ client_name: "App", redirect_uris: [callback] }),
  );
}

test("auth.oauth_admin.create_client: an administrator registers an application", async () => {
  expect(await addClient()).toMatchObject({
    client_name: "App",
    client_secret: expect.any(String),
    redirect_uris: [callback],
  });
});

test("auth.oauth_admin.get_client: an administrator reads an application", async () => {
  const { client_id } = await addClient();
  expect(dataOf(await admin().oauth.getClient(client_id))).toMatchObject({ client_id });
});

test("auth.oauth_admin.list_clients: an administrator lists applications", async () => {
  const { client_id } = await addClient();
  const { clients } = dataOf(await admin().oauth.listClients({ perPage: 100 }));
  expect(clients.map((client) => client.client_id)).toContain(client_id);
});

test("auth.oauth_admin.update_client: an administrator changes an application", async () => {
  const { client_id } = await addClient();
  const client = dataOf(await admin().oauth.updateClient(client_id, { client_name: "Renamed" }));
  expect(client.client_name).toBe("Renamed");
});

test("auth.oauth_admin.delete_client: an administrator deletes an application", async () => {
  const { client_id } = await addClient();
  expect((await admin().oauth.deleteClient(client_id)).error).toBeNull();
  expect((await admin().oauth.getClient(client_id)).error?.code).toBe("oauth_client_not_found");
});

test("auth.oauth_admin.regenerate_client_secret: an administrator replaces an application's secret", async () => {
  const { client_id, client_secret } = await addClient();
  const { data } = await admin().oauth.regenerateClientSecret(client_id);
  expect(data?.client_secret).toEqual(expect.any(String));
  expect(data?.client_secret).not.toBe(client_secret);
});

/** Opens an application's authorization request, and returns its id on the consent page. */
async function requestAuthorization() {
  const { client_id } = await addClient();
  const parameters = {
    client_id,
    redirect_uri: callback,
    response_type: "code",
    scope: "openid",
    state: "s",
    code_challenge: "c".repeat(43),
    code_challenge_method: "S256",
  };
  const url = `${project.server.origin}/auth/v1/oauth/authorize?${new URLSearchParams(parameters)}`;
  const location = (await fetch(url, { redirect: "manual" })).headers.get("location") ?? "";
  return { client_id, id: new URL(location).searchParams.get("authorization_id") ?? "" };
}

async function approve({ client }: Person) {
  const { client_id, id } = await requestAuthorization();
  dataOf(await client.auth.oauth.getAuthorizationDetails(id));
  const options = { skipBrowserRedirect: true };
  const { redirect_url } = dataOf(await client.auth.oauth.approveAuthorization(id, options));
  return { client_id, redirect: new URL(redirect_url) };
}

test("auth.oauth_server.get_authorization_details: the consent page learns what an application asks for", async () => {
  const { client } = await project.person();
  const { client_id, id } = await requestAuthorization();
  expect(dataOf(await client.auth.oauth.getAuthorizationDetails(id))).toMatchObject({
    client: { id: client_id, name: "App" },
    scope: "openid",
  });
});

test("auth.oauth_server.approve_authorization: approval sends a code to the application", async () => {
  const { redirect } = await approve(await project.person());
  expect(redirect.origin + redirect.pathname).toBe(callback);
  expect(redirect.searchParams.get("code")).toEqual(expect.any(String));
});

test("auth.oauth_server.deny_authorization: denial tells the application", async () => {
  const { client } = await project.person();
  const { id } = await requestAuthorization();
  dataOf(await client.auth.oauth.getAuthorizationDetails(id));
  const options = { skipBrowserRedirect: true };
  const { redirect_url } = dataOf(await client.auth.oauth.denyAuthorization(id, options));
  expect(new URL(redirect_url).searchParams.get("error")).toBe("access_denied");
});

test("auth.oauth_server.list_grants: a user lists the applications with access", async () => {
  const person = await project.person();
  const { client_id } = await approve(person);
  expect(dataOf(await person.client.auth.oauth.listGrants())).toMatchObject([
    { client: { id: client_id } },
  ]);
});

test("auth.oauth_server.revoke_grant: a user takes an application's access away", async () => {
  const person = await project.person();
  const { client_id: clientId } = await approve(person);
  expect((await person.client.auth.oauth.revokeGrant({ clientId })).error).toBeNull();
  expect(dataOf(await person.client.auth.oauth.listGrants())).toEqual([]);
});

// --- The client itself

test("client.authentication_integration.oauth_flow_type: flowType decides how a provider's session comes back", async () => {
  const options = { skipBrowserRedirect: true, redirectTo: siteUrl };
  for (const [flowType, part] of [
    ["implicit", "access_token="],
    ["pkce", "?code="],
  ] as const) {
    const { auth } = project.client({ auth: { flowType } });
    const { url } = dataOf(await auth.signInWithOAuth({ provider: "github", options }));
    expect((await passProvider(url ?? "")).href).toContain(part);
  }
});

test("client.authentication_integration.session_url_detection: detectSessionInUrl takes the session of the page's address", async () => {
  const person = newAddress();
  const options = { skipBrowserRedirect: true, redirectTo: siteUrl };
  const { url } = dataOf(
    await project.client().auth.signInWithOAuth({ provider: "github", options }),
  );
  const { href } = await passProvider(url ?? "", person);
  vi.stubGlobal("document", { visibilityState: "visible" });
  vi.stubGlobal("window", { location: { href, hash: "" }, addEventListener: () => {} });
  const { auth } = project.client({ auth: { detectSessionInUrl: true } });
  await auth.initialize();
  expect(dataOf(await auth.getUser()).user.email).toBe(person);
});

test("client.authentication_integration.third_party_auth: accessToken takes the tokens of the application", async () => {
  const { client, id } = await project.person();
  const { session } = dataOf(await client.auth.getSession());
  const thirdParty = createClient(project.server.origin, project.server.keys.publishable, {
    accessToken: async () => session?.access_token ?? null,
  });
  expect(dataOf(await thirdParty.rpc("who_am_i"))).toBe(id);
});

test("client.request_configuration.global_headers: global headers are sent with each request", async () => {
  const sent: Headers[] = [];
  const client = withFetch(sent, { headers: { "x-application": "notes" } });
  await client.auth.signInAnonymously();
  expect(sent.map((headers) => headers.get("x-application"))).toContain("notes");
});

test("client.request_configuration.custom_http_client: the client sends its requests with the given fetch", async () => {
  const sent: Headers[] = [];
  const { user } = dataOf(await withFetch(sent).auth.signInAnonymously());
  expect(user?.is_anonymous).toBe(true);
  expect(sent).not.toEqual([]);
});

/** Returns a client that records the headers of its requests. */
function withFetch(sent: Headers[], global: { headers?: Record<string, string> } = {}) {
  const record: typeof fetch = (input, init) => {
    sent.push(new Headers(init?.headers));
    return fetch(input, init);
  };
  return project.client({ global: { ...global, fetch: record } });
}

test("client.session_management.custom_storage: the session is kept in the given storage", async () => {
  const items = new Map<string, string>();
  const storage = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
  const options = { auth: { storage, storageKey: "kept" } };
  const { id } = await project.person(options);
  expect(items.has("kept")).toBe(true);
  expect(dataOf(await project.client(options).auth.getUser()).user.id).toBe(id);
});

test("client.session_management.persist_session: without persistSession nothing is stored", async () => {
  const items: string[] = [];
  const storage = {
    getItem: () => null,
    setItem: (key: string) => void items.push(key),
    removeItem: () => {},
  };
  const { client, id } = await project.person({ auth: { persistSession: false, storage } });
  expect(dataOf(await client.auth.getUser()).user.id).toBe(id);
  expect(items).toEqual([]);
});
