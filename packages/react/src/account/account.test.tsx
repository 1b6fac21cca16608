import { AuthClient } from "@supabase/auth-js";
import axe from "axe-core";
import { beforeAll, expect, inject, test } from "vitest";
import { commands, page as tab, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { recordAnnouncements } from "../../test/announcements.ts";
import { UserContextProvider } from "../index.ts";
import { Protected } from "../protected/index.ts";
import {
  Account,
  type AccountProps,
  DeleteAccountSection,
  EmailSection,
  FactorsSection,
  IdentitiesSection,
  PasskeysSection,
  PasswordSection,
  PhoneSection,
  ProfileSection,
  SignOutSection,
  useAccount,
} from "./index.ts";
import "../theme/styles.css";
import "./account.css";

const { origin, publishableKey } = inject("backend");
const password = "correct horse battery";

function realClient(fetchImpl: typeof fetch = fetch) {
  const auth = new AuthClient({
    fetch: (input, init) => fetchImpl(input, init),
    url: `${origin}/auth/v1`,
    headers: { apikey: publishableKey },
    storageKey: crypto.randomUUID(),
    autoRefreshToken: false,
  });
  return { auth };
}

let email = "";
beforeAll(async () => {
  email = `ada-${crypto.randomUUID().slice(0, 8)}@example.com`;
  const { auth } = realClient();
  await auth.signUp({ email, password });
  const token = await commands.newestCode(origin, email);
  await auth.verifyOtp({ email, token, type: "signup" });
});

/** Returns a random phone number from the range that Ofcom reserves for fiction. */
const randomPhoneNumber = () =>
  `+4477009${String(Math.floor(Math.random() * 1e5)).padStart(5, "0")}`;

/** Renders the account of a signed-in user behind the gate, with the real client and server. */
async function open(
  children: AccountProps["children"],
  props: Partial<AccountProps> = {},
  fetchImpl?: typeof fetch,
) {
  const client = realClient(fetchImpl);
  const { error } = await client.auth.signInWithPassword({ email, password });
  if (error) throw error;
  const app = (look: Partial<AccountProps>) => (
    <UserContextProvider supabaseClient={client}>
      <Protected supabaseClient={client}>
        <Account supabaseClient={client} {...look}>
          {children}
        </Account>
      </Protected>
    </UserContextProvider>
  );
  const page = await render(app(props));
  const section = (name: string) => {
    const region = page.getByRole("region", { name, exact: true });
    return {
      region,
      label: (label: string) => region.getByLabelText(label, { exact: true }),
      press: (label: string) => region.getByRole("button", { name: label, exact: true }).click(),
      // The last status, because a password field has one for Caps Lock before it.
      status: region.getByRole("status").last(),
      alert: region.getByRole("alert"),
    };
  };
  return { ...page, client, section, look: (look: typeof props) => page.rerender(app(look)) };
}

test("a saved profile can be undone", async () => {
  const page = await open(<ProfileSection />);
  const profile = page.section("Profile");
  await profile.label("Name").fill("Ada Lovelace");
  await userEvent.keyboard("{Enter}");
  await expect.element(profile.status).toHaveTextContent("Your profile has been saved.");
  await expect.element(profile.label("Name")).toHaveFocus();
  const { data } = await page.client.auth.getUser();
  expect(data.user?.user_metadata["full_name"]).toBe("Ada Lovelace");
  await profile.press("Undo");
  await expect.element(profile.status).toHaveTextContent("Your changes have been undone.");
  await expect.element(profile.label("Name")).toHaveValue("");
});

test("a profile stores the URL of a picture, and the application stores the file", async () => {
  const uploadedNames: string[] = [];
  const upload = async (file: File) => {
    if (file.type !== "image/png") throw new Error("Only PNG here.");
    uploadedNames.push(file.name);
    return new URL(`/${file.name}`, origin).href;
  };
  const page = await open(<ProfileSection upload={upload} />);
  const profile = page.section("Profile");
  const choose = (name: string, type: string) =>
    userEvent.upload(
      page.container.querySelector<HTMLInputElement>("input[type=file]") ?? page.container,
      new File(["x"], name, { type }),
    );
  const storedMetadata = async () => (await page.client.auth.getUser()).data.user?.user_metadata;
  await expect
    .element(profile.region.getByRole("button", { name: "Choose a picture" }))
    .toBeVisible();
  await choose("ada.gif", "image/gif");
  await expect.element(profile.alert).toHaveTextContent("Only PNG here.");
  await choose("ada.png", "image/png");
  await expect.element(profile.status).toHaveTextContent("Your profile has been saved.");
  expect(uploadedNames).toEqual(["ada.png"]);
  expect((await storedMetadata())?.["avatar_url"]).toBe(`${origin}/ada.png`);

  await profile.label("Picture URL").fill("data:image/png;base64,AAAA");
  await profile.press("Save");
  await expect
    .element(profile.label("Picture URL"))
    .toHaveAccessibleDescription("Enter the URL of a picture.");
  expect((await storedMetadata())?.["avatar_url"]).toBe(`${origin}/ada.png`);
  await profile.label("Picture URL").fill("");
  await profile.press("Save");
  await expect.element(profile.status).toHaveTextContent("Your profile has been saved.");
  expect((await storedMetadata())?.["avatar_url"]).toBe("");
});

test("an application's own picture control replaces the field, and saving a name keeps the picture", async () => {
  const page = await open(<ProfileSection picture={<button type="button">Crop</button>} />);
  const profile = page.section("Profile");
  await page.client.auth.updateUser({ data: { avatar_url: `${origin}/ada.png` } });
  await expect.element(profile.region.getByRole("button", { name: "Crop" })).toBeVisible();
  await expect.element(profile.label("Picture URL")).not.toBeInTheDocument();
  await profile.label("Name").fill("Ada");
  await profile.press("Save");
  await expect.element(profile.status).toHaveTextContent("Your profile has been saved.");
  await profile.press("Undo");
  await expect.element(profile.label("Name")).toHaveValue("");
  const { data } = await page.client.auth.getUser();
  expect(data.user?.user_metadata["avatar_url"]).toBe(`${origin}/ada.png`);
});

test("a phone number is added with a code and can be unlinked, but the last identity cannot be unlinked", async () => {
  const number = randomPhoneNumber();
  const page = await open(
    <>
      <PhoneSection />
      <IdentitiesSection providers={["github"]} />
    </>,
  );
  const phone = page.section("Phone number");
  await phone.label("New phone number").fill(number);
  await phone.press("Send a code");
  await expect.element(page.getByText(`We sent a code to ${number}.`)).toBeVisible();
  await expect
    .element(phone.region.getByRole("button", { name: "Resend" }))
    .toHaveAttribute("aria-disabled", "true");
  await phone.label("Code").fill("000000");
  await phone.press("Confirm");
  await expect
    .element(phone.label("Code"))
    .toHaveAccessibleDescription("Token has expired or is invalid");
  await phone.label("Code").fill(await commands.newestCode(origin, number.slice(1)));
  await phone.press("Confirm");
  await expect.element(phone.status).toHaveTextContent(`Your phone number is now ${number}.`);

  const section = page.section("Ways to sign in");
  await expect.element(section.region.getByRole("button", { name: "Link GitHub" })).toBeVisible();
  await section.press("Unlink: Phone");
  await expect.element(section.region.getByRole("button", { name: "Cancel" })).toHaveFocus();
  await userEvent.keyboard("{Escape}");
  await expect.element(section.region.getByRole("button", { name: "Unlink: Phone" })).toHaveFocus();
  await section.press("Unlink: Phone");
  await section.press("Unlink");
  await expect.element(section.status).toHaveTextContent("Phone has been unlinked.");
  await expect.element(section.region.getByRole("heading")).toHaveFocus();
  expect(section.region.getByRole("button", { name: /^Unlink/ }).elements()).toEqual([]);
});

test("the gate asks for a phone that was added as a second factor", async () => {
  const number = randomPhoneNumber();
  const page = await open(<FactorsSection kinds={["phone"]} />);
  const factors = page.section("Two-step sign-in");
  await factors.press("Add a phone");
  await factors.press("Cancel");
  await expect.element(factors.region.getByRole("button", { name: "Add a phone" })).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await factors.label("Phone number").fill(number);
  await factors.press("Add a phone");
  await expect
    .element(factors.label("Code"))
    .toHaveAccessibleDescription(`We sent a code to ${number}.`);
  await factors.label("Code").fill(await commands.newestCode(origin, number.slice(1)));
  await factors.press("Confirm");
  await expect.element(factors.status).toHaveTextContent("Text message has been added.");

  await page.client.auth.signOut();
  await page.client.auth.signInWithPassword({ email, password });
  await expect.element(page.getByRole("heading", { name: "One more step" })).toBeVisible();
  await page.getByRole("button", { name: "Send a code" }).click();
  await expect.element(page.getByText("We sent you a code.")).toBeVisible();
  await page.getByLabelText("Code").fill(await commands.newestCode(origin, number.slice(1)));
  await page.getByRole("button", { name: "Continue" }).click();
  await factors.press("Remove: Text message");
  await factors.press("Remove");
  await expect.element(factors.status).toHaveTextContent("Text message has been removed.");
});

test("the password is changed, and the server's message for a weak password is shown at its field", async () => {
  const page = await open(<PasswordSection />);
  const change = page.section("Password");
  await change.label("New password").fill("short");
  await change.press("Change password");
  await expect
    .element(change.label("New password"))
    .toHaveAccessibleDescription("Password should be at least 8 characters.");
  await expect.element(change.label("New password")).toHaveFocus();
  await change.label("New password").fill(" with spaces around ");
  await change.press("Change password");
  await expect.element(change.status).toHaveTextContent("Your password has been changed.");
  await expect.element(change.label("New password")).toHaveValue("");
  const { error } = await realClient().auth.signInWithPassword({
    email,
    password: " with spaces around ",
  });
  expect(error).toBeNull();
  await page.client.auth.updateUser({ password });
});

test("the password form asks for the proofs that the server requires: a code, then the current password", async () => {
  const requests: unknown[] = [];
  const refusals = ["reauthentication_needed", "current_password_required"];
  // The server requires the code from sessions older than a day, and the current password if configured.
  const page = await open(<PasswordSection />, {}, async (input, init) => {
    if (init?.method !== "PUT") return fetch(input, init);
    requests.push(JSON.parse(String(init.body)));
    const error_code = refusals.shift();
    if (!error_code) return fetch(input, init);
    return Response.json({ error_code, msg: "Prove it." }, { status: 400 });
  });
  const change = page.section("Password");
  await change.label("New password").fill("a new horse battery");
  await change.press("Change password");
  await expect
    .element(change.status)
    .toHaveTextContent("To confirm that it's you, we sent you a code.");
  await expect.element(change.label("Code")).toHaveFocus();
  await change.label("Code").fill("123456");
  await change.press("Change password");
  await expect.element(change.label("Current password")).toHaveAccessibleDescription("Prove it.");
  await change.label("Current password").fill(password);
  await change.press("Change password");
  await expect.element(change.status).toHaveTextContent("Your password has been changed.");
  expect(requests).toMatchObject([
    { password: "a new horse battery" },
    { password: "a new horse battery", nonce: "123456" },
    { password: "a new horse battery", nonce: "123456", current_password: password },
  ]);
  await page.client.auth.updateUser({ password });
});

test.each([
  { part: "Phone number", field: "New phone number", button: "Send a code", value: "+15550101234" },
  {
    part: "Email address",
    field: "New email address",
    button: "Change email address",
    value: "new@example.com",
  },
])(
  "a change by a user with an old session requires a code: $part",
  async ({ part, field, button, value }) => {
    const requests: { nonce?: string }[] = [];
    const page = await open(
      part === "Phone number" ? <PhoneSection /> : <EmailSection />,
      {},
      async (input, init) => {
        // The server sends a code only once a minute, so this response is faked.
        if (String(input).endsWith("/reauthenticate")) return Response.json({});
        if (init?.method !== "PUT") return fetch(input, init);
        requests.push(JSON.parse(String(init.body)));
        const refusal = { error_code: "reauthentication_needed", msg: "Prove it." };
        return Response.json(
          requests.length === 1 ? refusal : { error_code: "unexpected_failure", msg: "Stop here." },
          {
            status: 400,
          },
        );
      },
    );
    const change = page.section(part);
    await change.label(field).fill(value);
    await change.press(button);
    await expect
      .element(change.status)
      .toHaveTextContent("To confirm that it's you, we sent you a code.");
    await change.label("Code").fill("123456");
    await change.press(button);
    await expect.poll(() => requests.map(({ nonce }) => nonce)).toEqual([undefined, "123456"]);
  },
);

test("signing out other devices keeps this one signed in", async () => {
  const otherClient = realClient();
  await otherClient.auth.signInWithPassword({ email, password });
  const page = await open(<SignOutSection />);
  await page.section("Sign out").press("Sign out other devices");
  await expect
    .element(page.section("Sign out").status)
    .toHaveTextContent("You've been signed out of your other devices.");
  expect((await otherClient.auth.getUser()).error).not.toBeNull();
  expect((await page.client.auth.getUser()).error).toBeNull();
});

const allSections = (
  <>
    <ProfileSection />
    <EmailSection />
    <PhoneSection />
    <PasswordSection currentPassword />
    <FactorsSection kinds={["totp", "phone", "webauthn"]} />
    <IdentitiesSection providers={["github"]} />
    <SignOutSection />
    <DeleteAccountSection remove={async () => {}} />
  </>
);

test("every section of the account meets WCAG in a narrow window, in dark mode and from right to left", async () => {
  await tab.viewport(320, 800);
  const page = await open(allSections);
  const looks: readonly Partial<AccountProps>[] = [
    {},
    { dark: true, localization: { lang: "ar" } },
  ];
  await page.section("Two-step sign-in").press("Add an authenticator app");
  await page.section("Two-step sign-in").press("Add an authenticator app");
  await expect
    .element(page.getByRole("img", { name: "QR code for your authenticator app" }))
    .toBeVisible();
  await page.section("Sign out").press("Sign out everywhere");
  await page.section("Delete account").press("Delete account");
  await expect.element(page.section("Delete account").label("Your password")).toHaveFocus();
  await page.section("Email address").label("New email address").fill("nobody");
  await page.section("Email address").press("Change email address");
  await expect.element(page.section("Email address").alert).not.toHaveTextContent("");
  for (const look of looks) {
    document.body.style.background = look.dark ? "#101311" : "#fff";
    await page.look(look);
    // Wait for animations, because colors have a different contrast during a transition.
    await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
    const { violations } = await axe.run(document.body);
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
  }
  document.body.style.background = "";
});

test("a pending e-mail change links to the mailbox, limits resending and can be corrected", async () => {
  const page = await open(<EmailSection />);
  const section = page.section("Email address");
  const wrongAddress = `ada-${crypto.randomUUID().slice(0, 8)}@gmail.com`;
  await section.press("Change email address");
  await expect
    .element(section.label("New email address"))
    .toHaveAccessibleDescription("Enter your email address");
  await section.label("New email address").fill(wrongAddress);
  const announcedTexts = recordAnnouncements();
  await section.press("Change email address");
  await expect
    .poll(() => announcedTexts)
    .toEqual([
      `We sent emails to ${wrongAddress} and ${email}. Confirm both: open the link, or enter the code if there is one.`,
    ]);
  await expect
    .element(section.region.getByRole("link", { name: "Open Gmail" }))
    .toHaveAttribute("href", "https://mail.google.com/mail/");
  const resendButton = section.region.getByRole("button", { name: "Resend" });
  await expect.element(resendButton).toHaveAttribute("aria-disabled", "true");
  await resendButton.click({ force: true });
  await expect
    .element(page.getByText(/^You can request another one in \d+ seconds\.$/))
    .toBeVisible();
  await section.press("Use another address");
  await expect.element(section.label("New email address")).toHaveValue(wrongAddress);
  await expect.element(section.label("New email address")).toHaveFocus();
});

test("the passkeys section is hidden if the project has no passkeys", async () => {
  const page = await open(
    <>
      <PasskeysSection />
      <SignOutSection />
    </>,
  );
  await expect.element(page.section("Sign out").region).toBeVisible();
  await expect.element(page.section("Passkeys").region).not.toBeInTheDocument();
});

test("a section outside of an account throws an error that names the provider", async () => {
  function Outside() {
    useAccount();
    return null;
  }
  await expect(render(<Outside />)).rejects.toThrow(
    new Error("A part of the account must be used within <Account>."),
  );
});
