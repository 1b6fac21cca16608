import { createClient } from "@supabase/supabase-js";
import { expect, onTestFinished, test } from "vitest";
import { projectFolder } from "../../../test/project-folder.ts";
import { testLog } from "../../../test/test-log.ts";
import { startServer } from "../server.ts";

const config = `
[auth.sms]
enabled = true
[auth.sms.test_otp]
"447700900123" = "123456"
`;

/** Starts a server, and returns its warnings and whether the test number's code signs in. */
async function trySignIn(env: Record<string, string>) {
  const server = await startServer({
    project: await projectFolder({ "supabase/config.toml": config }),
    host: "127.0.0.1",
    port: 0,
    storage: { memory: true as const },
    env,
    log: testLog(),
  });
  onTestFinished(() => server.close());
  const { auth } = createClient(server.origin, server.keys.publishable);
  const phone = "+447700900123";
  await auth.signInWithOtp({ phone });
  const { data } = await auth.verifyOtp({ phone, token: "123456", type: "sms" });
  return {
    isSignedIn: data.session !== null,
    warnings: server.warnings.filter((warning) => warning.includes("test_otp")),
  };
}

test("a test number's code signs in on a server for development", async () => {
  expect(await trySignIn({})).toEqual({ isSignedIn: true, warnings: [] });
});

test("a test number's code does not sign in on a server that may be in production", async () => {
  const { isSignedIn, warnings } = await trySignIn({ NODE_ENV: "production" });
  expect(isSignedIn).toBe(false);
  expect(warnings).toEqual([expect.stringContaining("set GOTRUE_SMS_TEST_OTP_VALID_UNTIL")]);
});

test("a test number's code signs in in production until the time that the environment sets", async () => {
  const until = new Date(Date.now() + 3_600_000).toISOString();
  const { isSignedIn, warnings } = await trySignIn({
    NODE_ENV: "production",
    GOTRUE_SMS_TEST_OTP_VALID_UNTIL: until,
  });
  expect(isSignedIn).toBe(true);
  expect(warnings).toEqual([expect.stringContaining(`are valid until ${until}`)]);
});
