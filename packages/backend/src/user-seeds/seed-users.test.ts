import { join } from "node:path";
import { createClient } from "@supabase/supabase-js";
import { Secret, TOTP } from "otpauth";
import { expect, onTestFinished, test } from "vitest";
import { projectFolder } from "../../test/project-folder.ts";
import { createLog, startServer } from "../index.ts";
import { seedUsers } from "./seed-users.ts";
import { readUserFile } from "./user-file.ts";

const id = "5f0c3f0e-8f35-4d1c-9a54-0b2d1f1f0a01";
const secret = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";

async function readUsers(content: string, name = "users.json") {
  const folder = await projectFolder({ [name]: content });
  return readUserFile(join(folder, name));
}

const config = `
[auth.email]
enable_confirmations = true
[auth.sms]
enable_signup = true
[auth.mfa.totp]
enroll_enabled = true
verify_enabled = true
`;

/** Starts a server without data. */
async function openTarget() {
  const server = await startServer({
    project: await projectFolder({ "supabase/config.toml": config }),
    storage: { memory: true },
    env: {},
    port: 0,
    host: "127.0.0.1",
    log: createLog("error"),
  });
  onTestFinished(() => server.close());
  const { origin, keys, database } = server;
  const client = () =>
    createClient(origin, keys.publishable, {
      auth: { persistSession: false, autoRefreshToken: false },
    });
  const admin = createClient(origin, keys.secret, { auth: { persistSession: false } }).auth.admin;
  return { target: { origin, secretKey: keys.secret, database }, client, admin };
}

test("seeded users sign in with their passwords and second factors, and a second run updates them", async () => {
  const { target, client, admin } = await openTarget();
  const users = await readUsers(
    `
    [[users]]
    id = "${id}"
    email = "Ada@example.com"
    password = "correct horse"
    user_metadata = { name = "Ada" }
    app_metadata = { plan = "pro" }
    factors = [{ friendly_name = "phone", secret = "${secret.toLowerCase()}" }]

    [[users]]
    phone = "+15550100"
    password = "battery staple"
    banned = true

    [[users]]
    email = "grace@example.com"
    email_confirm = false
    password = "correct horse"
    `,
    "users.toml",
  );
  expect(await seedUsers(target, users)).toMatchObject([
    { id, outcome: "created" },
    { phone: "+15550100", outcome: "created" },
    { email: "grace@example.com", outcome: "created" },
  ]);
  const ada = client();
  const password = "correct horse";
  const signInResult = await ada.auth.signInWithPassword({ email: "ada@example.com", password });
  expect(signInResult.data.user).toMatchObject({
    id,
    user_metadata: { name: "Ada" },
    app_metadata: { plan: "pro", provider: "email" },
  });
  const [factor] = signInResult.data.user?.factors ?? [];
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  const verification = await ada.auth.mfa.challengeAndVerify({ factorId: factor?.id ?? "", code });
  expect(verification.error).toBeNull();
  const bannedSignIn = await client().auth.signInWithPassword({
    phone: "15550100",
    password: "battery staple",
  });
  expect(bannedSignIn.error?.code).toBe("user_banned");
  const unconfirmedSignIn = await client().auth.signInWithPassword({
    email: "grace@example.com",
    password,
  });
  expect(unconfirmedSignIn.error?.code).toBe("email_not_confirmed");

  const changedUsers = users.map((user) => ({ ...user, user_metadata: { name: "New" } }));
  expect((await seedUsers(target, changedUsers)).map(({ outcome }) => outcome)).toEqual(
    Array(3).fill("updated"),
  );
  // The newest user comes first. The auth wire adds `email_verified` itself.
  expect((await admin.listUsers()).data.users.map((user) => user.user_metadata)).toEqual([
    { name: "New" },
    { name: "New" },
    { name: "New", email_verified: true },
  ]);
  const userResult = await ada.auth.getUser();
  expect(userResult.data.user?.factors).toHaveLength(1);
});

test("the error names the account that the auth wire refuses, and the accounts before it are kept", async () => {
  const { target, admin } = await openTarget();
  const users = await readUsers(
    JSON.stringify([
      { email: "a@example.com" },
      { email: "b@example.com", role: "x".repeat(255) },
      { email: "no" },
    ]),
  );
  await expect(seedUsers(target, users)).rejects.toThrow(/^users\[2\] \(no\): /);
  expect((await admin.listUsers()).data.users).toHaveLength(2);
  const [firstUser] = users;
  await expect(seedUsers(target, [{ ...firstUser, id } as (typeof users)[0]])).rejects.toThrow(
    /^users\[0\] \(a@example\.com\): the account exists with the id /,
  );
});

test.each([
  ['{"users": [{"email": "a@example.com", "pasword": "x"}]}', /users\[0\]: .*pasword/],
  ['[{"password": "x"}]', /users\[0\]: must have an email or a phone\.$/],
  ['[{"email": "a@example.com", "id": "1"}]', /users\[0\]\.id: /],
  [
    '[{"email": "a@example.com", "factors": [{"secret": "1"}]}]',
    /users\[0\]\.factors\[0\]\.secret: must be in base 32/,
  ],
  ["{", /users\.json: /],
])("the user file %s is refused with the location of the mistake", async (content, message) => {
  await expect(readUsers(content)).rejects.toThrow(message);
});
