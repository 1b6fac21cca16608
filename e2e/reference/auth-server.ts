import { spawn } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";

/** The binary of the reference Auth server, and its database server. */
export interface Reference {
  readonly binary: string;
  readonly databaseUrl: string;
}

interface AuthServerOptions {
  readonly port: number;
  /** The public URL of the gateway in front of the Auth server. */
  readonly publicUrl: string;
  /** The URLs of the pages that links can redirect to; the first is the site URL. */
  readonly pages: readonly [string, ...string[]];
  readonly mailPort: number;
}

/** A test phone number and its code. */
export const testNumber = { digits: "447700900123", code: "123456" } as const;

/**
 * Starts the reference Auth server on a new database, with its default e-mail templates.
 *
 * @returns a function that stops it and drops the database
 * @throws {Error} with its output, if it does not answer within a minute
 */
export async function startAuthServer(
  { binary, databaseUrl }: Reference,
  { port, publicUrl, pages, mailPort }: AuthServerOptions,
): Promise<() => Promise<void>> {
  const name = `reference_${randomUUID().replaceAll("-", "")}`;
  const ownUrl = new URL(databaseUrl);
  ownUrl.pathname = `/${name}`;
  await runCommand(databaseUrl, `create database ${name}`);
  await runCommand(ownUrl.href, "create schema auth");
  ownUrl.searchParams.set("search_path", "auth");
  ownUrl.searchParams.set("sslmode", "disable");

  const child = spawn(binary, [], {
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      DATABASE_URL: ownUrl.href,
      DB_NAMESPACE: "auth",
      GOTRUE_DB_DRIVER: "postgres",
      GOTRUE_API_HOST: "127.0.0.1",
      PORT: String(port),
      API_EXTERNAL_URL: publicUrl,
      // Include the gateway's prefix, which the server does not know.
      ...Object.fromEntries(
        ["CONFIRMATION", "INVITE", "RECOVERY", "EMAIL_CHANGE"].map((kind) => [
          `GOTRUE_MAILER_URLPATHS_${kind}`,
          "/auth/v1/verify",
        ]),
      ),
      GOTRUE_CORS_ALLOWED_HEADERS: "apikey",
      GOTRUE_JWT_SECRET: randomBytes(32).toString("hex"),
      GOTRUE_JWT_AUD: "authenticated",
      GOTRUE_JWT_DEFAULT_GROUP_NAME: "authenticated",
      GOTRUE_SITE_URL: pages[0],
      GOTRUE_URI_ALLOW_LIST: pages.map((page) => `${page}/**`).join(","),
      GOTRUE_EXTERNAL_ANONYMOUS_USERS_ENABLED: "true",
      GOTRUE_EXTERNAL_PHONE_ENABLED: "true",
      GOTRUE_PASSKEY_ENABLED: "true",
      GOTRUE_WEBAUTHN_RP_ID: "localhost",
      GOTRUE_WEBAUTHN_RP_DISPLAY_NAME: "Portico",
      GOTRUE_WEBAUTHN_RP_ORIGINS: pages.join(","),
      GOTRUE_SMS_PROVIDER: "twilio",
      GOTRUE_SMS_TEST_OTP: `${testNumber.digits}:${testNumber.code}`,
      GOTRUE_SMTP_HOST: "127.0.0.1",
      GOTRUE_SMTP_PORT: String(mailPort),
      GOTRUE_SMTP_ADMIN_EMAIL: "auth@example.com",
      // All journeys come from one IP address, which would reach the default limit.
      GOTRUE_RATE_LIMIT_EMAIL_SENT: "1000",
      // A journey requests several e-mails in a row, without the default pause.
      GOTRUE_SMTP_MAX_FREQUENCY: "1ms",
      GOTRUE_LOG_LEVEL: "warn",
    },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
  // Playwright kills its workers; the server must end with them.
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);

  const stop = async () => {
    process.off("exit", kill);
    if (child.exitCode === null && child.signalCode === null) {
      child.kill();
      await once(child, "exit");
    }
    await runCommand(databaseUrl, `drop database ${name} with (force)`);
  };
  const timeout = AbortSignal.timeout(60_000);
  while (child.exitCode === null && !timeout.aborted) {
    const response = await fetch(`http://127.0.0.1:${port}/health`).catch(() => undefined);
    if (response?.ok) return stop;
    await pause(50);
  }
  await stop();
  throw new Error(`The reference Auth server did not start. It printed:\n${output}`);
}

async function runCommand(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}
