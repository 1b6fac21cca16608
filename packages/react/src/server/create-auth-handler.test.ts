import { createServerClient } from "@supabase/ssr";
import { describe, expect, test } from "vitest";
import { sql } from "../../../backend/src/database/sql.ts";
import {
  createAccount,
  freshEmail,
  inbox,
  origin,
  password,
  server,
  setUpServer,
  Visitor,
} from "../../test/server/visitor.ts";
import { FieldError } from "./index.ts";

setUpServer();

describe("the forms without a script", () => {
  test("a visitor signs up, and the link of the message signs in", async () => {
    const visitor = new Visitor();
    const email = freshEmail();
    const response = await visitor.submit("sign_up", { email, password, "data.full_name": "Ada" });
    expect(response.status).toBe(303);
    expect(response.headers.get("cache-control")).toMatch(/^private, .*no-store/);
    expect(visitor.page).toMatch(/^\/\?view=sign_up&outcome=\w+$/);
    expect(visitor.state).toMatchObject({
      view: "sign_up",
      confirmation: ["sign_up", "confirmation_text"],
    });
    await visitor.open(await inbox.latestLink(email));
    expect(visitor.page).toBe("/notes");
    expect(await visitor.email()).toBe(email);
    const { rows } = await server.database.query(
      sql`select raw_user_meta_data ->> 'full_name' as name from auth.users where email = ${email}`,
    );
    expect(rows).toEqual([{ name: "Ada" }]);
  });

  test("a link that another browser opens signs nobody in, and the form says why", async () => {
    const email = freshEmail();
    await new Visitor().submit("sign_up", { email, password });
    const stranger = new Visitor();
    await stranger.open(await inbox.latestLink(email));
    expect(stranger.state).toMatchObject({
      view: "sign_in",
      error: { code: "pkce_code_verifier_not_found", message: expect.stringContaining("browser") },
    });
    expect(await stranger.email()).toBeUndefined();
  });

  test("a rejected password shows the server's error, and the entered e-mail but no password", async () => {
    const visitor = new Visitor();
    const email = await createAccount();
    const response = await visitor.submit("sign_in", { email, password: "a wrong password" });
    expect(visitor.state).toMatchObject({
      view: "sign_in",
      values: { email },
      error: { code: "invalid_credentials", message: "Invalid login credentials", status: 400 },
    });
    const kept = `${visitor.page} ${JSON.stringify(visitor.state)}`;
    expect(kept).not.toContain("a wrong password");
    expect(visitor.page).not.toContain("example.com");
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^portico-outcome=\S+; Max-Age=300; Path=\/; HttpOnly; SameSite=Lax$/),
    ]);
  });

  test("a visitor signs in, and the error of an earlier attempt is gone", async () => {
    const visitor = new Visitor();
    const email = await createAccount();
    await visitor.submit("sign_in", { email, password: "a wrong password" });
    await visitor.submit("sign_in", { email, password });
    expect(visitor.page).toBe("/notes");
    expect(await visitor.email()).toBe(email);
    expect([...visitor.cookies.keys()].filter((name) => name.startsWith("portico"))).toEqual([]);
  });

  test("a visitor signs out, and the page with the form is shown", async () => {
    const visitor = new Visitor();
    await visitor.submit("sign_in", { email: await createAccount(), password });
    await visitor.submit("sign_out", {});
    expect(visitor.page).toBe("/notes");
    expect(await visitor.email()).toBeUndefined();
  });

  test("a magic link signs in", async () => {
    const visitor = new Visitor();
    const email = freshEmail();
    await visitor.submit("magic_link", { email });
    expect(visitor.state.confirmation).toEqual(["magic_link", "confirmation_text"]);
    await visitor.open(await inbox.latestLink(email));
    expect(await visitor.email()).toBe(email);
  });

  test("a message that was just sent is refused, and the refusal says how long to wait", async () => {
    const visitor = new Visitor();
    const email = await createAccount();
    await visitor.submit("forgotten_password", { email });
    await visitor.submit("forgotten_password", { email });
    expect(visitor.state.error).toMatchObject({
      code: "over_email_send_rate_limit",
      message: expect.stringMatching(/after \d+ seconds/),
    });
  });

  test("a project with codes asks for the code of the message, and sends another", async () => {
    const visitor = new Visitor({ codes: true });
    const email = freshEmail();
    await visitor.submit("magic_link", { email });
    expect(visitor.state).toMatchObject({
      view: "verify_otp",
      otpType: "email",
      values: { email },
      confirmation: ["magic_link", "confirmation_text"],
    });
    // The next message to this address would only be allowed after an hour.
    await server.database.query(sql`delete from portico.sending_clocks`);
    await server.database.query(
      sql`update auth.users set confirmation_sent_at = null, recovery_sent_at = null`,
    );
    await visitor.submit("verify_otp", { email, token: "" }, { query: "&type=email&resend" });
    expect(visitor.state.confirmation).toEqual(["verify_otp", "resend_confirmation_text"]);
    await visitor.submit("verify_otp", { email, token: "000000" }, { query: "&type=email" });
    expect(visitor.state).toMatchObject({ error: { code: "otp_expired" }, values: { email } });
    expect(JSON.stringify(visitor.state)).not.toContain("000000");
    const token = await inbox.latestCode(email);
    await visitor.submit("verify_otp", { email, token }, { query: "&type=email" });
    expect(visitor.page).toBe("/notes");
    expect(await visitor.email()).toBe(email);
  });

  test("a forgotten password is replaced by the link of the message", async () => {
    const visitor = new Visitor();
    const email = await createAccount();
    await visitor.submit("forgotten_password", { email });
    await visitor.open(await inbox.latestLink(email));
    expect(visitor.page).toBe("/password");
    await visitor.submit("update_password", { password: "short" });
    expect(visitor.page).toMatch(/^\/password\?view=update_password&outcome=/);
    expect(visitor.state.error).toMatchObject({ code: "weak_password" });
    await visitor.submit("update_password", { password: "an entirely new one" });
    expect(visitor.page).toBe("/notes");
    const other = new Visitor();
    await other.submit("sign_in", { email, password: "an entirely new one" });
    expect(await other.email()).toBe(email);
  });

  test("the code of a recovery leads to the form for the new password", async () => {
    const visitor = new Visitor({ codes: true });
    const email = await createAccount();
    await visitor.submit("forgotten_password", { email });
    const token = await inbox.latestCode(email);
    await visitor.submit("verify_otp", { email, token }, { query: "&type=recovery" });
    expect(visitor.page).toBe("/password");
  });

  test("a new password without a session says that the session has ended", async () => {
    const visitor = new Visitor();
    await visitor.submit("update_password", { password });
    expect(visitor.state.error).toMatchObject({ code: "session_not_found" });
  });

  test("a social button leads to the provider by a page that works without a script", async () => {
    const visitor = new Visitor({ providers: { github: { scopes: "read:user" } } });
    const response = await visitor.submit("sign_in", { provider: "github" });
    expect(response.status).toBe(200);
    const html = await response.text();
    const refresh = /http-equiv="refresh" content="0;url=([^"]+)"/.exec(html)?.[1] ?? "";
    const url = new URL(refresh.replaceAll("&#38;", "&"));
    expect(url.origin + url.pathname).toBe(`${server.origin}/auth/v1/authorize`);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      provider: "github",
      scopes: "read:user",
      redirect_to: `${origin}/auth?page=%2F`,
      code_challenge_method: "s256",
    });
    expect([...visitor.cookies.keys()].join()).toContain("code-verifier");
    const refused = await visitor.submit("sign_in", { provider: "gitlab" });
    expect(refused.status).toBe(400);
  });

  test("an error of the provider is shown by the form", async () => {
    const visitor = new Visitor();
    await visitor.request("/auth?page=%2F&error=access_denied&error_description=Denied", {});
    expect(visitor.state.error).toEqual({ code: "access_denied", message: "Denied" });
  });

  test("a link with the hash of a token works in any browser", async () => {
    const email = await createAccount();
    await new Visitor().submit("magic_link", { email });
    const link = new URL(await inbox.latestLink(email));
    const hash = link.searchParams.get("token");
    const path = `/auth?page=%2Flogin%3Flang%3Dar&token_hash=${hash}&type=magiclink`;
    // An e-mail scanner opens the link several times, and keeps cookies.
    const scanner = new Visitor();
    await scanner.request(path, {});
    await scanner.request(path, {});
    expect(await scanner.email()).toBeUndefined();
    const stranger = new Visitor();
    await stranger.request(`${path}&next=/notes/5`, {});
    expect(stranger.page).toMatch(/^\/login\?lang=ar&next=%2Fnotes%2F5&view=sign_in&outcome=\w+$/);
    expect(stranger.state.link?.type).toBe("magiclink");
    expect(stranger.page + JSON.stringify(stranger.state)).not.toContain(hash);
    await stranger.confirm();
    expect(stranger.page).toBe("/notes/5");
    expect(await stranger.email()).toBe(email);
    await stranger.request(path, {});
    await stranger.confirm();
    expect(stranger.state.error).toMatchObject({ code: "otp_expired" });
    expect(stranger.page).toMatch(/^\/login\?lang=ar/);
  });

  test("a link is confirmed only from the page that it was opened on", async () => {
    const email = await createAccount();
    const visitor = new Visitor();
    await visitor.submit("magic_link", { email });
    const hash = new URL(await inbox.latestLink(email)).searchParams.get("token");
    await visitor.request(`/auth?token_hash=${hash}&type=magiclink`, {});
    const { page } = visitor;
    const action = visitor.state.link?.action ?? "";
    const otherSite = { origin: "https://evil.example", "sec-fetch-site": "cross-site" };
    const body = new URLSearchParams();
    const refused = await visitor.request(action, { method: "POST", body, headers: otherSite });
    expect(refused.status).toBe(403);
    visitor.page = page.replace(/outcome=\w+/, "outcome=another");
    expect(visitor.state.link).toBeUndefined();
    await visitor.submit("link", {}, { query: "&outcome=another" });
    expect(visitor.state.error).toMatchObject({ code: "otp_expired" });
    expect(await visitor.email()).toBeUndefined();
  });

  test("a link to reset the password leads to the form for the new one", async () => {
    const email = await createAccount();
    const visitor = new Visitor();
    await visitor.submit("forgotten_password", { email });
    const hash = new URL(await inbox.latestLink(email)).searchParams.get("token");
    await visitor.request(`/auth?token_hash=${hash}&type=recovery`, {});
    await visitor.confirm();
    expect(visitor.page).toBe("/password");
    expect((await visitor.gate("/notes")).redirectTo).toBe("/password");
  });

  test("the first of two confirmations of a new address signs nobody in and says so", async () => {
    const email = await createAccount();
    const visitor = new Visitor();
    await visitor.submit("sign_in", { email, password });
    const newEmail = freshEmail();
    const { error } = await visitor.client().auth.updateUser({ email: newEmail });
    expect(error).toBeNull();
    const stranger = new Visitor();
    for (const [address, isLast] of [
      [newEmail, false],
      [email, true],
    ] as const) {
      const hash = new URL(await inbox.latestLink(address)).searchParams.get("token");
      await stranger.request(`/auth?token_hash=${hash}&type=email_change`, {});
      await stranger.confirm();
      if (!isLast) expect(stranger.state.link).toEqual({ type: "email_change" });
    }
    expect(stranger.page).toBe("/notes");
    expect(await stranger.email()).toBe(newEmail);
  });

  test("an empty e-mail and a password that is too long are named by the keys of the form's texts", async () => {
    const visitor = new Visitor({ passwordLimit: true });
    await visitor.submit("magic_link", { email: "" });
    expect(visitor.state.error).toMatchObject({ code: "empty_email_address", field: "email" });
    await visitor.submit("sign_up", { email: freshEmail(), password: "ä".repeat(37) });
    expect(visitor.state.error).toMatchObject({ code: "password_too_long", field: "password" });
  });

  test("the application checks its own fields, and what was entered is shown again", async () => {
    const visitor = new Visitor({
      validate({ data }, view) {
        if (view === "sign_up" && !data["terms"])
          throw new FieldError("data.terms", "Please accept the terms.");
      },
    });
    const email = freshEmail();
    await visitor.submit("sign_up", { email, password, "data.full_name": "Ada" });
    expect(visitor.state).toMatchObject({
      values: { email, "data.full_name": "Ada" },
      error: { field: "data.terms", message: "Please accept the terms." },
    });
    expect(visitor.errors).toEqual([]);
  });
});

describe("the pages of the handler", () => {
  test("the page and its language are kept by the form, its links and the links of messages", async () => {
    const visitor = new Visitor();
    visitor.page = "/ar/login?lang=ar&view=magic_link";
    expect(visitor.state).toMatchObject({
      action: "/auth?page=%2Far%2Flogin%3Flang%3Dar",
      linkPrefix: "?lang=ar&view=",
      view: "magic_link",
    });
    const email = freshEmail();
    await visitor.submit("magic_link", { email });
    expect(visitor.page).toMatch(/^\/ar\/login\?lang=ar&view=magic_link&outcome=/);
    const stranger = new Visitor();
    await stranger.open(await inbox.latestLink(email));
    expect(stranger.page).toMatch(/^\/ar\/login\?lang=ar&view=sign_in&outcome=/);
  });

  test("the parameter next of the page leads on after the sign-in", async () => {
    const visitor = new Visitor();
    visitor.page = "/?next=%2Fnotes%2F7%3Fa%3Db";
    await visitor.submit("sign_in", { email: await createAccount(), password });
    expect(visitor.page).toBe("/notes/7?a=b");
  });

  test.each([
    "https://evil.example/",
    "//evil.example",
    "/\\evil.example",
    "/.//evil.example",
    "javascript:alert(1)",
    "\t//evil.example",
  ])("a redirect to %s stays on the site", async (target) => {
    const visitor = new Visitor();
    visitor.page = `/?next=${encodeURIComponent(target)}`;
    await visitor.submit("sign_in", { email: await createAccount(), password });
    expect(visitor.page).toMatch(/^\/(notes)?$/);
    await visitor.request(`/auth?page=${encodeURIComponent(target)}&error=x`, {});
    expect(visitor.page).toMatch(/^\/\?view=sign_in/);
  });

  test("an outcome is shown only by the page whose address has its id", async () => {
    const visitor = new Visitor();
    await visitor.submit("sign_in", { email: freshEmail(), password });
    const { page } = visitor;
    visitor.page = "/?view=sign_in";
    expect(visitor.state.error).toBeUndefined();
    visitor.page = page.replace(/outcome=\w+/, "outcome=another");
    expect(visitor.state.error).toBeUndefined();
    visitor.page = page.replace("sign_in", "sign_up");
    expect(visitor.state.error).toBeUndefined();
    visitor.page = page;
    expect(visitor.state.error).toBeDefined();
  });

  test("a page ignores a cookie that the handler did not write", () => {
    const { readState } = new Visitor().handler;
    const states = ["", "e30", "%00", "ëí", btoa('{"view":"nope"}'), btoa('{"view":1,"error":2}')];
    for (const text of states) {
      const headers = new Headers({ cookie: `portico-outcome=${encodeURIComponent(`1.${text}`)}` });
      expect(readState({ url: "/?view=sign_in&outcome=1", headers })).toEqual({
        action: "/auth?page=%2F",
        linkPrefix: "?view=",
        view: "sign_in",
      });
    }
  });
});

describe("requests of other sites", () => {
  const sameSite = { origin, "sec-fetch-site": "same-origin" };

  test.each([
    ["of this site", sameSite, 303],
    ["of this site without a referrer", { origin: "null", "sec-fetch-site": "same-origin" }, 303],
    ["of an older browser", { origin, "sec-fetch-site": null }, 303],
    [
      "behind a proxy",
      { origin: "https://app.example", "sec-fetch-site": null, "x-forwarded-host": "app.example" },
      303,
    ],
    ["of another site", { origin: "https://evil.example", "sec-fetch-site": "cross-site" }, 403],
    ["of a subdomain", { origin: "http://a.localhost:3000", "sec-fetch-site": "same-site" }, 403],
    [
      "of another site and an older browser",
      { origin: "https://evil.example", "sec-fetch-site": null },
      403,
    ],
    ["of a sandboxed frame", { origin: "null", "sec-fetch-site": "cross-site" }, 403],
    ["of a sandboxed frame and an older browser", { origin: "null", "sec-fetch-site": null }, 403],
    ["without an origin", { origin: null, "sec-fetch-site": null }, 403],
  ])("a form %s is answered", async (_, headers, status) => {
    const visitor = new Visitor();
    const sentHeaders = Object.entries(headers).filter(
      (entry): entry is [string, string] => entry[1] !== null,
    );
    const response = await visitor.request("/auth?view=magic_link", {
      method: "POST",
      body: new URLSearchParams({ email: "" }),
      headers: Object.fromEntries(sentHeaders),
    });
    expect(response.status).toBe(status);
    if (status === 403) expect(response.headers.getSetCookie()).toEqual([]);
  });

  test("a fixed origin is the only one that is accepted", async () => {
    const visitor = new Visitor({ origin: "https://app.example" });
    visitor.origin = "http://127.0.0.1:8080";
    const submit = (from: string) =>
      visitor.submit("magic_link", { email: "" }, { headers: { origin: from } });
    expect((await submit("https://evil.example")).status).toBe(403);
    expect((await submit("https://app.example")).status).toBe(303);
  });
});

describe("a site on https behind a proxy", () => {
  test("cookies are secure, and links in messages lead to the address that the browser sees", async () => {
    const visitor = new Visitor();
    visitor.origin = "http://10.0.0.7:3000";
    const email = freshEmail();
    const response = await visitor.submit(
      "magic_link",
      { email },
      { headers: { origin: "https://app.example" } },
    );
    expect(response.headers.getSetCookie()).toContainEqual(
      expect.stringMatching(/^__Host-portico-outcome=\S+; .*HttpOnly; Secure; SameSite=Lax$/),
    );
    expect(visitor.state.confirmation).toBeDefined();
    const failure = await visitor.request("/auth?error=access_denied", {
      headers: { "x-forwarded-proto": "https" },
    });
    expect(failure.headers.getSetCookie()).toContainEqual(
      expect.stringMatching(/^__Host-.*Secure/),
    );
    const link = new URL(await inbox.latestLink(email));
    expect(link.searchParams.get("redirect_to")).toBe("https://app.example/auth?page=%2F");
    expect(response.headers.get("location")).toMatch(/^\//);
  });
});

describe("requests that are not those of a form", () => {
  const headers = { origin, "sec-fetch-site": "same-origin" };

  test.each([
    ["of another type", { body: "{}", headers: { "content-type": "application/json" } }, 415],
    ["without a type", { body: new Uint8Array(3) }, 415],
    ["that is too large", { body: new URLSearchParams({ email: "a".repeat(70_000) }) }, 413],
    [
      "that is not valid",
      { body: "x", headers: { "content-type": "multipart/form-data; boundary=y" } },
      400,
    ],
  ])("a body %s is refused", async (_, init, status) => {
    const response = await new Visitor().request("/auth?view=sign_in", {
      method: "POST",
      ...init,
      headers: { ...headers, ...("headers" in init ? init.headers : {}) },
    });
    expect(response.status).toBe(status);
    expect(response.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  });

  test("an unknown view, method or provider is refused", async () => {
    const visitor = new Visitor();
    expect((await visitor.submit("nope", {})).status).toBe(400);
    expect((await visitor.submit("sign_in", { provider: "../x" })).status).toBe(400);
    expect((await visitor.submit("sign_in", {}, { query: "&resend" })).status).toBe(400);
    const response = await visitor.request("/auth", { method: "DELETE" });
    expect([response.status, response.headers.get("allow")]).toEqual([405, "GET, HEAD, POST"]);
  });

  test("a file is no value of a field", async () => {
    const body = new FormData();
    body.set("email", new File(["x"], "email.txt"));
    const visitor = new Visitor();
    await visitor.request("/auth?view=magic_link", { method: "POST", body, headers });
    expect(visitor.state.error).toMatchObject({ code: "empty_email_address" });
  });

  test("a link that is loaded in advance is not used up", async () => {
    const visitor = new Visitor();
    const email = freshEmail();
    await visitor.submit("magic_link", { email });
    const response = await fetch(await inbox.latestLink(email), { redirect: "manual" });
    const { pathname, search } = new URL(response.headers.get("location") ?? "");
    const path = pathname + search;
    expect((await visitor.request(path, { headers: { "sec-purpose": "prefetch" } })).status).toBe(
      503,
    );
    expect((await visitor.request(path, { method: "HEAD" })).status).toBe(303);
    await visitor.request(path, {});
    expect(await visitor.email()).toBe(email);
  });

  test("long values are not kept, so that the cookie fits", async () => {
    const visitor = new Visitor();
    const many = Array.from({ length: 40 }, (_, index) => [`data.${index}`, "x".repeat(300)]);
    const response = await visitor.submit("sign_up", {
      ...Object.fromEntries(many),
      email: `${"a".repeat(5_000)}@example.com`,
      password,
    });
    expect(response.status).toBe(303);
    expect(visitor.state.error).toBeDefined();
    expect(Math.max(...response.headers.getSetCookie().map(({ length }) => length))).toBeLessThan(
      4_096,
    );
  });

  test("a failure of the application is reported and not shown", async () => {
    const failure = new Error("the database's password is hunter2");
    const visitor = new Visitor({
      client: () => {
        throw failure;
      },
    });
    await visitor.submit("sign_in", { email: freshEmail(), password });
    expect(visitor.errors).toEqual([failure]);
    expect(visitor.state.error).toEqual({ name: "AuthUnknownError", message: "" });
  });

  test("an auth server that does not answer is reported", async () => {
    const visitor = new Visitor({
      client: (cookies) => createServerClient("http://127.0.0.1:9", "key", { cookies }),
    });
    await visitor.submit("sign_in", { email: freshEmail(), password });
    expect(visitor.errors).toHaveLength(1);
    expect(visitor.state.error).toMatchObject({ name: "AuthUnknownError" });
  });
});
