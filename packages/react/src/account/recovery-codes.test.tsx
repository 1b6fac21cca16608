import { AuthClient } from "@supabase/auth-js";
import axe from "axe-core";
import { expect, inject, test } from "vitest";
import { commands } from "vitest/browser";
import { render } from "vitest-browser-react";
import { UserContextProvider } from "../index.ts";
import { Protected } from "../protected/index.ts";
import { Account, RecoveryCodesSection } from "./index.ts";
import "../theme/styles.css";
import "../protected/protected.css";
import "./account.css";

const { origin, publishableKey } = inject("backend");
const password = "correct horse battery";

const createAuthClient = () => ({
  auth: new AuthClient({
    url: `${origin}/auth/v1`,
    headers: { apikey: publishableKey },
    storageKey: crypto.randomUUID(),
    autoRefreshToken: false,
    experimental: { recoveryCodes: true },
  }),
});

/** Signs up a user. `addPhone` adds a phone as second factor. */
async function signUp() {
  const email = `codes-${crypto.randomUUID().slice(0, 8)}@example.com`;
  const client = createAuthClient();
  await client.auth.signUp({ email, password });
  const token = await commands.newestCode(origin, email);
  await client.auth.verifyOtp({ email, token, type: "signup" });
  const addPhone = async () => {
    const phone = `+4477009${String(Math.floor(Math.random() * 1e5)).padStart(5, "0")}`;
    const { data: factor } = await client.auth.mfa.enroll({ factorType: "phone", phone });
    const factorId = factor?.id ?? "";
    const { data: challenge } = await client.auth.mfa.challenge({ factorId });
    const code = await commands.newestCode(origin, phone.slice(1));
    const challengeId = challenge?.id ?? "";
    const { error } = await client.auth.mfa.verify({ factorId, challengeId, code });
    if (error) throw error;
  };
  return { client, email, addPhone };
}

async function open(client: ReturnType<typeof createAuthClient>) {
  const page = await render(
    <UserContextProvider supabaseClient={client}>
      <Protected supabaseClient={client}>
        <Account supabaseClient={client}>
          <RecoveryCodesSection />
          <p>The end of the account</p>
        </Account>
      </Protected>
    </UserContextProvider>,
  );
  const region = page.getByRole("region", { name: "Recovery codes", exact: true });
  const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
  return { ...page, region, press };
}

test("recovery codes are shown once, and each of them replaces the second step once", async () => {
  const { client, email, addPhone } = await signUp();
  await addPhone();
  const page = await open(client);
  await page.press("Get recovery codes");
  const list = page.getByRole("group", { name: "Recovery codes" });
  await expect.element(list).toHaveFocus();
  const codes = [...page.container.querySelectorAll("li")].map((item) => item.textContent);
  expect(codes).toHaveLength(10);
  expect(codes[0]).toMatch(/^(\w{4}-){3}\w{4}$/);
  expect((await axe.run(page.container)).violations).toEqual([]);
  await page.press("I've saved them");
  await expect.element(page.region.getByText("10 of 10 codes are left.")).toBeVisible();
  await expect.element(page.getByRole("heading", { name: "Recovery codes" })).toHaveFocus();
  await page.unmount();

  const otherClient = createAuthClient();
  await otherClient.auth.signInWithPassword({ email, password });
  const gate = await open(otherClient);
  await gate.press("Use a recovery code instead");
  const field = gate.getByLabelText("Code", { exact: true });
  await expect.element(field).toHaveFocus();
  await field.fill("aaaa-bbbb-cccc-dddd");
  await gate.press("Continue");
  await expect.element(gate.getByRole("alert")).toHaveTextContent("Invalid recovery code entered");
  await field.fill((codes[3] ?? "").toUpperCase());
  await gate.press("Continue");
  await expect.element(gate.region.getByText("9 of 10 codes are left.")).toBeVisible();
});

test("recovery codes are replaced and removed after a confirmation", async () => {
  const { client, addPhone } = await signUp();
  await addPhone();
  const { data } = await client.auth.mfa.recoveryCodes.generate();
  const page = await open(client);
  await page.press("Get new codes");
  await expect
    .element(page.region.getByText("Get new codes? The ones you have will stop working."))
    .toBeVisible();
  await page.press("Get new codes");
  await expect.element(page.getByRole("group", { name: "Recovery codes" })).toBeVisible();
  const codes = [...page.container.querySelectorAll("li")].map((item) => item.textContent);
  expect(codes.map((code) => code.replaceAll("-", ""))).not.toContain(data?.codes[0]);
  await page.press("I've saved them");
  await page.press("Remove: Recovery codes");
  await page.press("Remove");
  await expect
    .element(page.region.getByRole("status"))
    .toHaveTextContent("Your recovery codes have been removed.");
  await expect.element(page.getByRole("button", { name: "Get recovery codes" })).toBeVisible();
});

test("recovery codes are not offered without a second factor or with a client that does not support them", async () => {
  const { client, addPhone } = await signUp();
  const page = await open(client);
  await expect.element(page.getByText("The end of the account")).toBeVisible();
  await expect.element(page.region).not.toBeInTheDocument();
  await page.unmount();

  await addPhone();
  const currentPage = await open(client);
  await expect.element(currentPage.region).toBeVisible();
  await currentPage.unmount();

  const { auth } = client;
  const { recoveryCodes: _, ...mfa } = auth.mfa;
  const olderPage = await open({ auth: Object.assign(Object.create(auth), { mfa }) });
  await expect.element(olderPage.getByText("The end of the account")).toBeVisible();
  await expect.element(olderPage.region).not.toBeInTheDocument();
});
