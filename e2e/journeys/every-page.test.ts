import { openSignedIn } from "../accounts.ts";
import { openMessage } from "../inbox-page.ts";
import { noteRows, openNewNote } from "../notebook.ts";
import {
  button,
  errorMessage,
  expectMessageSent,
  expectSignedIn,
  expectSignedOut,
  openMoreMethods,
  signIn,
  view,
} from "../sign-in-form.ts";
import { expect, freshAddress, test } from "../test.ts";
import { checkAccessibility, expectNoHorizontalScroll } from "../tour.ts";

// Each test visits its pages narrow and wide, in light and dark mode, so it needs more time.
test.describe.configure({ timeout: 120_000 });

const views = [
  ["#auth-sign-in", "Sign in"],
  ["#auth-sign-up", "Create an account"],
  ["#auth-forgot-password", "Reset your password"],
  ["#auth-magic-link", "Sign in by email"],
  ["#auth-update-password", "Set a new password"],
  ["#auth-verify-otp", "Enter your code"],
] as const;

const elevenNotes = Array.from({ length: 11 }, (_, index) => ({ title: `Note ${index + 1}` }));

const longWord = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft";

test("the views of the form have no accessibility or layout faults", async ({ page }) => {
  for (const [fragment, heading] of views) {
    await page.goto(`/${fragment}`);
    await expect(view(page, heading)).toBeVisible();
    await checkAccessibility(page, heading);
  }
});

test("the less common sign-in methods have no accessibility or layout faults", async ({ page }) => {
  await page.goto("/");
  await openMoreMethods(page);
  await expect(button(page, "Continue as guest")).toBeVisible();
  await checkAccessibility(page, "further ways in");
});

test("the messages of the form have no accessibility or layout faults", async ({
  page,
  account,
  pageErrors,
}) => {
  await page.goto("/#auth-magic-link");
  await page.getByLabel("Email address").fill(account.email);
  await button(page, "Send magic link").click();
  await expectMessageSent(page, account.email, "magic_link");
  await checkAccessibility(page, "a message was sent");
  await page.goto("/confirm?token_hash=none&type=recovery");
  await expect(button(page, "Set a new password")).toBeVisible();
  await checkAccessibility(page, "where a link leads");
  await page.goto("/");
  await button(page, "Wrong address?").click();
  await page.getByRole("link", { name: "Back to sign in" }).click();
  await openMoreMethods(page);
  await button(page, "Use a phone number").click();
  await expect(page.getByLabel("Phone number")).toBeFocused();
  await checkAccessibility(page, "a phone number");
  await button(page, "Use an email address").click();

  pageErrors.expectStatus(400);
  await signIn(page, account.email, "not the password");
  await expect(errorMessage(page)).toBeVisible();
  await checkAccessibility(page, "an error");

  await signIn(page, account.email, account.password);
  await expect(page.getByRole("heading", { name: "Notes", exact: true })).toBeVisible();
  await page.goto("/#auth-update-password");
  await expect(page.getByRole("button", { name: "Keep my password" })).toBeVisible();
  await checkAccessibility(page, "a new password for somebody who is signed in");
});

test("every language fits into a narrow window", async ({ page, account, api, openDevice }) => {
  await api.createNotes(account, [
    { title: longWord, body: longWord, pinned: true },
    ...elevenNotes,
  ]);
  const phone = await openDevice();
  await phone.setViewportSize({ width: 320, height: 800 });
  await openSignedIn(phone, account);

  await page.setViewportSize({ width: 320, height: 800 });
  for (const language of ["Deutsch", "Français", "العربية"]) {
    await page.goto("/");
    await page.getByRole("contentinfo").getByRole("combobox").selectOption(language);
    for (const [fragment] of views) {
      await page.goto(`/${fragment}`);
      await expect(page.locator(`form${fragment}`)).toBeVisible();
      await expectNoHorizontalScroll(page, `${fragment} in ${language}`);
    }

    await phone.goto("/notes");
    await phone.getByRole("contentinfo").getByRole("combobox").selectOption(language);
    await expect(phone.locator("html")).not.toHaveAttribute("lang", "en");
    await expect(phone.getByRole("listitem")).toHaveCount(10);
    await expectNoHorizontalScroll(phone, `notes in ${language}`);
    for (const path of ["/notes/new", "/shared", "/account", "/nowhere"]) {
      await phone.goto(path);
      await expect(phone.getByRole("heading", { level: 1 })).toBeVisible();
      await expectNoHorizontalScroll(phone, `${path} in ${language}`);
    }
  }
});

test("the account page of a guest has no accessibility or layout faults", async ({ page }) => {
  await page.goto("/");
  await openMoreMethods(page);
  await button(page, "Continue as guest").click();
  await expectSignedIn(page);
  await page.goto("/account");
  await expect(view(page, "Keep your work")).toBeVisible();
  await checkAccessibility(page, "the account of a guest");
  await page.getByRole("textbox", { name: "Email address", exact: true }).fill(freshAddress());
  await page.getByLabel("Create a password").fill("correct horse battery");
  await button(page, "Create account").click();
  await expect(view(page, "Check your email")).toBeVisible();
  await checkAccessibility(page, "a guest's message was sent");
});

test("the list and the editor have no accessibility or layout faults", async ({
  page,
  account,
  api,
}) => {
  await openSignedIn(page, account);
  await expect(page.getByRole("heading", { name: "Your first note goes here" })).toBeVisible();
  await checkAccessibility(page, "no notes");

  await api.createNotes(account, [
    ...elevenNotes,
    { title: longWord, body: `${longWord} `.repeat(4), pinned: true },
    { title: "", body: "Only a text, which then stands for the title." },
  ]);
  await page.reload();
  await expect(noteRows(page)).toHaveCount(10);
  await checkAccessibility(page, "notes");
  const dialog = await openNewNote(page);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByRole("alert")).not.toBeEmpty();
  await checkAccessibility(page, "a new note, refused");
  await page.keyboard.press("Escape");

  await noteRows(page).first().getByRole("link").click();
  await expect(page.getByRole("dialog", { name: "Edit note" })).toBeVisible();
  await checkAccessibility(page, "a note");
});

test("empty, deleted and offline states of the list have no accessibility or layout faults", async ({
  page,
  context,
  account,
  api,
  pageErrors,
}) => {
  await api.createNotes(account, [{ title: "One" }, { title: "Two" }]);
  await openSignedIn(page, account, "/notes?q=caviar");
  await expect(page.getByRole("heading", { name: "No results for “caviar”" })).toBeVisible();
  await checkAccessibility(page, "nothing found");

  await page.goto("/notes");
  await page.getByRole("button", { name: "Delete “One”" }).click();
  await expect(page.getByRole("button", { name: "Undo" })).toBeVisible();
  // The toast stays open while the pointer is on it.
  await page.getByRole("button", { name: "Undo" }).hover();
  await checkAccessibility(page, "a note deleted");

  pageErrors.expectNoResponse();
  await context.setOffline(true);
  await page.getByRole("button", { name: "Pin “Two”" }).click();
  await expect(
    page.getByRole("alert").filter({ hasText: "The server isn't responding" }),
  ).toBeAttached();
  await checkAccessibility(page, "no network");
  await context.setOffline(false);

  await page.route("**/rest/v1/**", (route) => route.abort("connectionfailed"));
  await page.reload();
  await expect(page.getByRole("heading", { name: "Your notes didn't load" })).toBeVisible();
  await checkAccessibility(page, "notes that did not load");
});

test("the account page and unknown addresses have no accessibility or layout faults", async ({
  page,
  account,
  pageErrors,
}) => {
  await openSignedIn(page, account, "/account");
  pageErrors.expectStatus(422);
  await page.getByLabel("New password", { exact: true }).fill("short");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("Password should be at least 8 characters.")).toBeVisible();
  await checkAccessibility(page, "account");
  await page.goto("/nowhere");
  await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
  await checkAccessibility(page, "no such page");
  await page.route("**/portico.json", (route) => route.abort("connectionfailed"));
  pageErrors.expectNoResponse();
  await page.reload();
  await expect(page.getByRole("heading", { name: "Portico couldn't start" })).toBeVisible();
  await checkAccessibility(page, "no server");
});

test("the inbox and its e-mails have no accessibility or layout faults", async ({
  page,
  account,
}) => {
  await page.goto("/inbox");
  await expect(
    page.getByRole("list", { name: "Messages" }).getByRole("link").first(),
  ).toBeVisible();
  await checkAccessibility(page, "inbox");
  const message = await openMessage(page, account.email);
  const emailUrl = await message.locator("iframe").getAttribute("src");
  await checkAccessibility(page, "a message");
  for (const [tab, name] of [
    ["Plain text", "a message as plain text"],
    ["Source", "a message as source"],
  ] as const) {
    await message.getByRole("button", { name: tab }).click();
    await expect(message.locator("pre")).toBeVisible();
    await checkAccessibility(page, name);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole("button", { name: "Delete all" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await checkAccessibility(page, "the question before deleting all");
  await page.getByRole("button", { name: "Cancel" }).click();

  // The sandboxed frame cannot run scripts, so axe cannot check it.
  const response = await page.request.get(emailUrl ?? "");
  await page.goto("about:blank");
  await page.setContent(await response.text());
  await checkAccessibility(page, "a letter");
});

test("the sandbox provider has no accessibility or layout faults", async ({ page, pageErrors }) => {
  await page.goto("/");
  await page.getByRole("button", { name: "Sign in with Google" }).click();
  await expect(page.getByRole("button", { name: "Allow" })).toBeVisible();
  await checkAccessibility(page, "the provider");
  await page.getByRole("radio", { name: /Someone else/ }).check();
  await page.getByRole("textbox", { name: "Email address" }).fill("nobody");
  await page.getByText("Simulate an error").click();
  pageErrors.expectStatus(400);
  await page.getByRole("button", { name: "Allow" }).click();
  await expect(page.getByRole("alert")).toBeVisible();
  await checkAccessibility(page, "the provider, with a complaint");
  await page.getByRole("textbox", { name: "Email address" }).fill(freshAddress());
  await page.getByRole("button", { name: "Deny" }).click();
  await expectSignedOut(page);
});
