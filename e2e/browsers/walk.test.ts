import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { Inbox } from "@portico/backend/testing";
import { startServer } from "../server.ts";
import { firefoxProgram, openFirefox } from "./firefox.ts";
import { openWebkit, webkitProgram } from "./webkit.ts";
import type { BrowserWindow } from "./window.ts";

/*
 * Tests the product in the machine's own Firefox and WebKit, instead of Playwright's builds. Playwright is only the
 * test runner.
 */

const browsers = [
  { name: "Firefox", program: firefoxProgram, open: openFirefox },
  { name: "WebKit", program: webkitProgram, open: openWebkit },
];

for (const { name, program, open } of browsers) {
  test(`${name}: a person signs up, writes a note, signs out and in, and resets the password`, async () => {
    test.skip(program === undefined, `there is no ${name}`);
    const server = await startServer();
    const window = await open(program ?? "");
    try {
      await testProduct(window, server.url);
    } finally {
      await window.close();
      await server.stop();
    }
  });
}

async function testProduct(window: BrowserWindow, origin: string): Promise<void> {
  const inbox = new Inbox(origin);
  const email = `${randomUUID()}@example.com`;
  const expectText = (text: string | RegExp) =>
    expect.poll(() => window.text(), { timeout: 20_000 }).toMatch(text);

  await window.goto(`${origin}/#auth-sign-up`);
  await window.fill("Email address", email);
  await window.fill("Create a password", "a long and quiet evening");
  await window.click("Sign up");
  await expectText("Check your email for the confirmation link");
  await window.goto(await inbox.latestLink(email));
  await window.click("Confirm and sign in");
  await expectText("Your first note goes here");

  await window.click("Write a note");
  await window.fill("Title", "Bread");
  await window.fill("Text", "Flour, water, salt, time.");
  await window.click("Save");
  await expectText("Bread");
  await window.reload();
  await expectText("Flour, water, salt, time.");

  await window.click("Sign out");
  await window.fill("Email address", email);
  await window.fill("Your password", "a wrong one");
  await window.click("Sign in");
  await expectText("Invalid login credentials");
  await window.fill("Your password", "a long and quiet evening");
  await window.click("Sign in");
  await expectText("Bread");
  await window.click("Sign out");

  await window.goto(`${origin}/#auth-forgot-password`);
  await window.fill("Email address", email);
  await window.click("Send reset link");
  await expectText("Check your email for the password reset link");
  await window.goto(await inbox.latestLink(email));
  await window.click("Set a new password");
  await window.fill("New password", "another quiet evening");
  await window.click("Update password");
  await expectText("Bread");
}
