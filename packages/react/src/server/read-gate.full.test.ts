import { TOTP } from "otpauth";
import { describe, expect, test } from "vitest";
import { sql } from "../../../backend/src/database/sql.ts";
import {
  createAccount,
  freshEmail,
  inbox,
  password,
  server,
  setUpServer,
  Visitor,
} from "../../test/server/visitor.ts";

setUpServer();

/** Returns a visitor who has signed in with the form. */
async function signedIn(email: string): Promise<Visitor> {
  const visitor = new Visitor();
  await visitor.submit("sign_in", { email, password });
  expect(visitor.page).toBe("/notes");
  return visitor;
}

/** Returns an account with an authenticator app and recovery codes. */
async function accountWithApp() {
  const email = await createAccount();
  const client = (await signedIn(email)).client();
  const { data: factor } = await client.auth.mfa.enroll({ factorType: "totp" });
  const factorId = factor?.id ?? "";
  const totp = new TOTP({ secret: factor?.totp.secret ?? "" });
  /** A code only works once, so each sign-in uses a later one. */
  const code = (offset: number) => totp.generate({ timestamp: Date.now() + offset * 30_000 });
  const { error } = await client.auth.mfa.challengeAndVerify({ factorId, code: code(0) });
  expect(error).toBeNull();
  const { data: recovery } = await client.auth.mfa.recoveryCodes.generate();
  return { email, code, recoveryCode: recovery?.codes[0] ?? "" };
}

/** Submits the second step of a page. */
async function submit(visitor: Visitor, page: string, token: string, query = "") {
  const { secondFactor } = await visitor.gate(page);
  const factor =
    secondFactor?.factors.find(({ id }) => id === secondFactor.factorId) ??
    secondFactor?.factors[0];
  return visitor.request(
    `${secondFactor?.action}&factor=${factor?.id}&kind=${factor?.factor_type}${query}`,
    {
      method: "POST",
      body: new URLSearchParams({ token }),
      headers: { origin: visitor.origin, "sec-fetch-site": "same-origin" },
    },
  );
}

describe("a page for signed-in users", () => {
  test("sends a visitor to the form, and remembers the page", async () => {
    const visitor = new Visitor({ page: "/login" });
    expect(await visitor.gate("/notes")).toEqual({ state: "signed-out", redirectTo: "/login" });
    expect(await visitor.gate("/notes/7?a=b")).toEqual({
      state: "signed-out",
      redirectTo: "/login?next=%2Fnotes%2F7%3Fa%3Db",
    });
    expect(await visitor.gate("/login?next=%2Fnotes")).toEqual({ state: "signed-out" });
    const german = await new Visitor({ page: "/login?lang=de" }).gate("/notes/7");
    expect(german.redirectTo).toBe("/login?lang=de&next=%2Fnotes%2F7");
  });

  test("admits a user without a second factor", async () => {
    const email = await createAccount();
    const gate = await (await signedIn(email)).gate("/notes");
    expect(gate).toMatchObject({ state: "signed-in", claims: { email, aal: "aal1" } });
    expect(gate.redirectTo).toBeUndefined();
  });

  test("says that a user is anonymous", async () => {
    const visitor = new Visitor();
    const client = visitor.client();
    await client.auth.signInAnonymously();
    const request = { url: "/notes", headers: new Headers() };
    expect((await visitor.handler.readGate(client, request)).state).toBe("anonymous");
  });

  test("asks for a new password until it is set, even if the visitor goes elsewhere", async () => {
    const email = await createAccount();
    const visitor = new Visitor();
    await visitor.submit("forgotten_password", { email });
    await visitor.open(await inbox.latestLink(email));
    expect(await visitor.gate("/notes")).toMatchObject({
      state: "recovery",
      redirectTo: "/password",
    });
    expect((await visitor.gate("/password")).redirectTo).toBeUndefined();
    await visitor.submit("update_password", { password: "an entirely new one" });
    expect((await visitor.gate("/notes")).state).toBe("signed-in");
    expect([...visitor.cookies.keys()].filter((name) => name.startsWith("portico"))).toEqual([]);
  });

  test("sends a user to the form whose session was ended elsewhere", async () => {
    const visitor = await signedIn(await createAccount());
    await visitor.client().auth.signOut({ scope: "global" });
    expect((await visitor.gate("/notes")).state).toBe("signed-out");
  });

  test("reports an auth server that does not answer", async () => {
    const visitor = await signedIn(await createAccount());
    const client = visitor.client();
    const error = Object.assign(new Error("Bad Gateway"), { status: 502 });
    const getUser = async () => ({ data: { user: null }, error });
    const auth = { getClaims: () => client.auth.getClaims(), getUser };
    const request = { url: "/notes", headers: new Headers() };
    await expect(visitor.handler.readGate({ auth } as never, request)).rejects.toBe(error);
  });
});

describe("the second step without a script", () => {
  test("a code of the app is asked for before the page, and a wrong one says so beside its field", async () => {
    const { email, code } = await accountWithApp();
    const visitor = await signedIn(email);
    const gate = await visitor.gate("/notes?tab=2");
    expect(gate).toMatchObject({
      state: "second-factor",
      secondFactor: {
        linkPrefix: "/notes?tab=2&factor=",
        factors: [{ factor_type: "totp" }, { factor_type: "recovery_code" }],
      },
    });
    await submit(visitor, "/notes?tab=2", "000000");
    expect(visitor.page).toMatch(/^\/notes\?tab=2&view=second_factor&outcome=\w+$/);
    const { secondFactor } = await visitor.gate(visitor.page);
    expect(secondFactor?.error).toMatchObject({ code: "mfa_verification_failed", field: "token" });
    const next = code(1);
    await submit(visitor, visitor.page, `${next.slice(0, 3)} ${next.slice(3)}`);
    expect(visitor.page).toBe("/notes?tab=2");
    expect(await visitor.gate("/notes")).toMatchObject({
      state: "signed-in",
      claims: { aal: "aal2" },
    });
  });

  test("a shortened list of factors in the session's cookie does not open the page", async () => {
    const { email } = await accountWithApp();
    const visitor = await signedIn(email);
    const [name = ""] = [...visitor.cookies.keys()];
    const session = (await visitor.client().auth.getSession()).data.session;
    const forged = JSON.stringify({ ...session, user: { ...session?.user, factors: [] } });
    visitor.cookies.clear();
    const value = `base64-${Buffer.from(forged).toString("base64url")}`;
    visitor.cookies.set(name.replace(/\.\d+$/, ""), value);
    expect((await visitor.gate("/notes")).state).toBe("second-factor");
  });

  test("a recovery code opens the page once", async () => {
    const { email, recoveryCode } = await accountWithApp();
    for (const isFirst of [true, false]) {
      const visitor = await signedIn(email);
      const { secondFactor } = await visitor.gate("/notes");
      const id = secondFactor?.factors.find((item) => item.factor_type === "recovery_code")?.id;
      await submit(visitor, `/notes?factor=${id}`, recoveryCode.toUpperCase());
      const gate = await visitor.gate(visitor.page);
      expect(gate.state).toBe(isFirst ? "signed-in" : "second-factor");
      // The recovery code is still the selected factor.
      if (!isFirst) expect(gate.secondFactor).toMatchObject({ factorId: id, error: {} });
    }
  });

  test("a code is sent to a phone, and opens the page", async () => {
    const email = await createAccount();
    const client = (await signedIn(email)).client();
    const phone = `+4477009${String(Math.floor(Math.random() * 1e5)).padStart(5, "0")}`;
    const { data: factor } = await client.auth.mfa.enroll({ factorType: "phone", phone });
    const factorId = factor?.id ?? "";
    const { data: challenge } = await client.auth.mfa.challenge({ factorId });
    const challengeId = challenge?.id ?? "";
    await client.auth.mfa.verify({
      factorId,
      challengeId,
      code: await inbox.latestCode(phone.slice(1)),
    });
    // The next message to this phone would only be allowed some seconds later.
    await server.database.query(sql`update auth.mfa_factors set last_challenged_at = null`);
    const visitor = await signedIn(email);
    await submit(visitor, "/notes", "", "&send");
    const { secondFactor } = await visitor.gate(visitor.page);
    expect(secondFactor?.challengeId).toMatch(/^[\w-]{36}$/);
    await submit(visitor, visitor.page, "000000");
    expect((await visitor.gate(visitor.page)).secondFactor?.error).toBeDefined();
    await submit(visitor, visitor.page, await inbox.latestCode(phone.slice(1)));
    expect((await visitor.gate("/notes")).state).toBe("signed-in");
  });

  test("an address without a valid factor is refused", async () => {
    const visitor = await signedIn(await createAccount());
    for (const factor of ["", "../user", "a".repeat(65)])
      expect(
        (await visitor.submit("second_factor", { token: "1" }, { query: `&factor=${factor}` }))
          .status,
      ).toBe(400);
  });

  test("the second step of a visitor without a session shows that the session has ended", async () => {
    const visitor = new Visitor();
    const query = `&factor=${crypto.randomUUID()}&kind=totp`;
    const email = freshEmail();
    await visitor.submit("second_factor", { email, token: "123456" }, { query });
    expect(visitor.page).toMatch(/^\/\?view=second_factor&outcome=/);
    expect((await visitor.gate("/notes")).state).toBe("signed-out");
  });
});
