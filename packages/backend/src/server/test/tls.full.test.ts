import { X509Certificate } from "node:crypto";
import { stat } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { get, type RequestOptions } from "node:https";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { projectFolder } from "../../../test/project-folder.ts";
import { testLog } from "../../../test/test-log.ts";
import { onDisk } from "../../config/disk.ts";
import { readCertificate } from "../../config/files/certificate.ts";
import { loadSelfSigned } from "../../config/files/self-signed.ts";
import { loadConfig } from "../../config/load.ts";
import type { ServerOptions } from "../options.ts";
import { startServer } from "../server.ts";

const tls = "[api.tls]\nenabled = true\n";

async function start(project: string, storage: ServerOptions["storage"]) {
  const server = await startServer({
    project,
    storage,
    host: "127.0.0.1",
    port: 0,
    env: {},
    log: testLog(),
  });
  onTestFinished(() => server.close());
  return server;
}

/** Sends a request as a client that trusts only one certificate and checks its name. */
async function sendRequest(url: string, ca: string, options: RequestOptions = {}) {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(url, { ca, ...options }, resolve).once("error", reject);
  });
  const { statusCode: status, headers } = response;
  return { status, headers, body: await text(response) };
}

test("a server with TLS answers https with its own certificate and keeps it; without [api] there is no REST API", async () => {
  const project = await projectFolder({
    "supabase/config.toml": `[api]\nenabled = false\n${tls}`,
  });
  const directory = join(project, ".portico");
  const server = await start(project, { directory });
  expect(server.origin).toMatch(/^https:\/\/localhost:\d+$/);
  const { cert } = await loadSelfSigned(directory);
  expect((await stat(join(directory, "localhost.pem"))).mode & 0o077).toBe(0);

  const settings = await sendRequest(`${server.origin}/auth/v1/settings`, cert);
  expect(settings.status).toBe(200);
  // With this header a browser would refuse every other server on this machine.
  expect(settings.headers["strict-transport-security"]).toBeUndefined();
  const page = await sendRequest(
    `${server.origin.replace("localhost", "127.0.0.1")}/portico.json`,
    cert,
  );
  expect(JSON.parse(page.body).url).toMatch(/^https:/);

  for (const path of ["/rest/v1/", "/rest/v1/anything?select=*"]) {
    const { status, headers, body } = await sendRequest(`${server.origin}${path}`, cert);
    expect([status, JSON.parse(body)]).toEqual([
      404,
      { message: "no Route matched with those values" },
    ]);
    expect(headers["access-control-allow-origin"]).toBe("*");
  }
  await expect(fetch(server.origin.replace("https:", "http:"))).rejects.toThrow();
  const stranger = await loadSelfSigned();
  await expect(sendRequest(server.origin, stranger.cert)).rejects.toThrow();
  const expiredCertificate = {
    minVersion: "TLSv1",
    maxVersion: "TLSv1.1",
    ciphers: "DEFAULT@SECLEVEL=0",
  } as const;
  await expect(sendRequest(server.origin, cert, expiredCertificate)).rejects.toThrow(
    /alert protocol version/,
  );
  const weak = { maxVersion: "TLSv1.2", ciphers: "ECDHE-ECDSA-AES128-SHA" } as const;
  await expect(sendRequest(server.origin, cert, weak)).rejects.toThrow(/handshake failure/);
  const strong = { maxVersion: "TLSv1.2", ciphers: "ECDHE-ECDSA-AES128-GCM-SHA256" } as const;
  expect((await sendRequest(server.origin, cert, strong)).status).toBe(404);
});

test("a server with TLS uses the certificate that config.toml names", async () => {
  const certificate = await loadSelfSigned();
  const project = await projectFolder({
    "supabase/config.toml": `${tls}cert_path = "../certs/my-cert.pem"\nkey_path = "../certs/my-key.pem"`,
    "certs/my-cert.pem": certificate.cert,
    "certs/my-key.pem": certificate.key,
  });
  const server = await start(project, { memory: true });
  expect((await sendRequest(`${server.origin}/auth/v1/health`, certificate.cert)).status).toBe(200);
  expect((await sendRequest(`${server.origin}/rest/v1/`, certificate.cert)).status).toBe(200);
});

test.each([
  ['cert_path = "a.pem"', "api.tls.key_path is missing"],
  ['key_path = "a.pem"', "api.tls.cert_path is missing"],
  ['cert_path = "a.pem"\nkey_path = "b.pem"', "supabase/a.pem, where there is no file"],
  ['cert_path = "cert.pem"\nkey_path = "other-key.pem"', "a certificate and its private key"],
])("%j is refused: %s", async (lines, message) => {
  const project = await projectFolder({
    "supabase/config.toml": `${tls}${lines}`,
    "supabase/cert.pem": (await loadSelfSigned()).cert,
    "supabase/other-key.pem": (await loadSelfSigned()).key,
  });
  const { config } = await loadConfig({ folder: onDisk(project), env: {} });
  await expect(readCertificate(onDisk(project), config.api.tls)).rejects.toThrow(message);
});

test("our own certificate is for this machine only, signs no other, and lives as long as browsers accept", async () => {
  const certificate = new X509Certificate((await loadSelfSigned()).cert);
  expect(certificate.checkHost("localhost")).toBe("localhost");
  expect(certificate.checkHost("example.com")).toBeUndefined();
  expect(certificate.checkIP("::1")).toBe("::1");
  expect(certificate.ca).toBe(false);
  expect(certificate.verify(certificate.publicKey)).toBe(true);
  const days = Date.parse(certificate.validTo) - Date.parse(certificate.validFrom);
  expect(days / 86_400_000).toBe(825);
});
