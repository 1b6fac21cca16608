import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startDeskServer } from "../../test/servers/desk-server.ts";

let desk: Awaited<ReturnType<typeof startDeskServer>>;
beforeAll(async () => {
  desk = await startDeskServer({
    "supabase/config.toml": `
      project_id = "shop"
      [auth.sms]
      enable_signup = true
      [auth.email.template.recovery]
      subject = "Reset <b>now</b>"
      content_path = "./supabase/recovery.html"`,
    "supabase/recovery.html": `<html><head><base href="https://evil.example/"></head><body>
      <script>top.location = "https://evil.example/"</script><img src="https://evil.example/pixel.png">
      <a href="{{ .ConfirmationURL }}">Reset</a> {{ .Token }}</body></html>`,
  });
  await desk.newClient().auth.signUp({ email: "ada@example.com", password: "a-long-password" });
  await desk.call("/people", { phone: "15550100", isConfirmed: true });
  await desk.call("/people/messages", { kind: "code", phone: "15550100" });
  await desk.call("/mail");
  await desk.call("/people/messages", { kind: "recovery", email: "ada@example.com" });
});
afterAll(() => desk.close());

const latest = async (search = "") => {
  const { body } = await desk.call(`/mail?search=${encodeURIComponent(search)}`);
  return body.messages[0];
};

describe("mail", () => {
  test("messages are listed, searched and read, with their links, codes, sources and headers", async () => {
    const { body } = await desk.call("/mail");
    expect(body).toMatchObject({ total: 2, messages: [{ Kind: "recovery" }, { Channel: "sms" }] });
    expect((await desk.call("/mail?search=nothing-like-this")).body.messages).toEqual([]);
    const { ID } = await latest("subject:Reset");
    const { body: message } = await desk.call(`/mail/${ID}`);
    expect(message).toMatchObject({
      Subject: "Reset <b>now</b>",
      Code: expect.stringMatching(/^\d+$/),
    });
    expect(message.Link).toContain("/auth/v1/verify?token=");
    const { body: source } = await desk.call(`/mail/${ID}/source`);
    expect(source.source).toContain("ada@example.com");
    expect(source.headers).toMatchObject({ To: [expect.stringContaining("ada@example.com")] });
  });

  test("a message is shown in a sandbox without scripts, and loads pictures only on request", async () => {
    const { ID } = await latest("subject:Reset");
    const policyWith = async (loadsPictures: boolean) => {
      const { body } = await desk.call(`/mail/${ID}/view`, { loadsPictures });
      const response = await fetch(`${desk.origin}${body.url}`);
      expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
      expect(await response.text()).toContain("Reset");
      return response.headers.get("content-security-policy") ?? "";
    };
    const policy = await policyWith(false);
    expect(policy).toMatch(
      /^sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'/,
    );
    expect(policy).toContain("img-src data:;");
    expect(policy).toContain("base-uri 'none'");
    expect(policy).not.toMatch(/script-src|allow-scripts|allow-same-origin|https:/);
    expect(await policyWith(true)).toContain("img-src data: https: http:;");
  });

  test("requests without the key, from other pages and for invalid ids are refused", async () => {
    expect((await desk.call("/mail", undefined, { "x-portico-desk": "" })).status).toBe(401);
    expect((await desk.call("/mail", undefined, { origin: "http://localhost:1" })).status).toBe(
      403,
    );
    for (const path of ["latest", "x", "..%2fmessages", "a".repeat(23)]) {
      expect((await desk.call(`/mail/${path}`)).status, path).toBe(400);
    }
    expect((await desk.call(`/mail/${"a".repeat(22)}`)).status).toBe(404);
    const { body } = await desk.call(`/mail/${"a".repeat(22)}/view`, {});
    expect((await fetch(`${desk.origin}${body.url}`)).status).toBe(404);
    expect((await desk.call("/mail/delete", { ids: [] })).status).toBe(400);
    expect((await desk.call("/mail?limit=100000")).status).toBe(400);
  });

  test("messages are deleted one by one, and all at once", async () => {
    const { ID } = await latest();
    await desk.call("/mail/delete", { ids: [ID] });
    expect((await desk.call("/mail")).body.total).toBe(1);
    await desk.call("/mail/delete", {});
    expect((await desk.call("/mail")).body.total).toBe(0);
  });
});
