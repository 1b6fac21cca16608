import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AuthFixture, apiVersion, authFixture } from "../../../test/auth/auth-fixture.ts";
import { claimsOf } from "../../../test/auth/factors.ts";
import { openTestDatabase } from "../../../test/databases/test-database.ts";
import { createEthereumWallet, createSolanaWallet, type Wallet } from "../../../test/wallets.ts";
import type { Database } from "../../database/port.ts";
import { sql } from "../../database/sql.ts";
import type { Chain } from "../web3/message.ts";
import { hasEthereumSignature } from "../web3/signature.ts";

let database: Database;
let wire: AuthFixture;
const siteUrl = "https://app.example.com";
beforeAll(async () => {
  database = await openTestDatabase();
  wire = await authFixture(database, {
    auth: {
      site_url: siteUrl,
      additional_redirect_urls: [
        "http://app.example.com/**",
        "https://other.example.com/**",
        "http://localhost:3000/**",
      ],
      web3: { ethereum: { enabled: true }, solana: { enabled: true } },
    },
  });
});
afterAll(() => database.close());

interface MessageFields {
  readonly domain?: string;
  readonly lines?: readonly string[];
  readonly uri?: string;
  readonly issuedAt?: Date;
}

let nonce = 0;

function messageOf(chain: Chain, address: string, fields: MessageFields = {}): string {
  const { domain = "app.example.com", uri = `${siteUrl}/sign-in`, issuedAt = new Date() } = fields;
  const title = { ethereum: "Ethereum", solana: "Solana" }[chain];
  return [
    `${domain} wants you to sign in with your ${title} account:`,
    address,
    "",
    "Welcome back",
    "",
    `URI: ${uri}`,
    "Version: 1",
    `Chain ID: ${{ ethereum: "1", solana: "solana:mainnet" }[chain]}`,
    `Nonce: ${++nonce}`,
    `Issued At: ${issuedAt.toISOString()}`,
    ...(fields.lines ?? []),
  ].join("\n");
}

const signIn = (chain: string, message: string, signature: string, target = wire) =>
  target.post("/token?grant_type=web3", { chain, message, signature }, apiVersion);

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000);

describe.each([
  ["ethereum", createEthereumWallet],
  ["solana", createSolanaWallet],
] as const)("%s", (chain, createWallet) => {
  const title = { ethereum: "Ethereum", solana: "Solana" }[chain];
  const signed = (wallet: Wallet, fields?: MessageFields) => {
    const message = messageOf(chain, wallet.address, fields);
    return signIn(chain, message, wallet.sign(message));
  };

  test("a wallet signs its owner up, and later signs in to the same account", async () => {
    const wallet = createWallet();
    const first = await signed(wallet);
    expect(first).toMatchObject({ status: 200, body: { token_type: "bearer" } });
    const { user } = first.body;
    const subject = `web3:${chain}:${wallet.address}`;
    expect(user).toMatchObject({
      email: "",
      app_metadata: { provider: "web3", providers: ["web3"] },
      user_metadata: {
        sub: subject,
        custom_claims: {
          address: wallet.address,
          chain,
          network: { ethereum: "1", solana: "solana:mainnet" }[chain],
          domain: "app.example.com",
          statement: "Welcome back",
        },
      },
      identities: [{ provider: "web3", id: subject }],
    });
    expect((await signed(wallet)).body.user.id).toBe(user.id);
    const { rows } = await database.query<{ traits: object }>(sql`
      select payload -> 'traits' as traits from auth.audit_log_entries
      where payload ->> 'action' = 'login' and payload ->> 'actor_id' = ${user.id}`);
    expect(rows[0]?.traits).toMatchObject({
      provider: "web3",
      chain,
      address: wallet.address,
      domain: "app.example.com",
      uri: `${siteUrl}/sign-in`,
    });
  });

  test("a message signs in once", async () => {
    const wallet = createWallet();
    const message = messageOf(chain, wallet.address);
    expect((await signIn(chain, message, wallet.sign(message))).status).toBe(200);
    expect(await signIn(chain, message, wallet.sign(message))).toMatchObject({
      status: 400,
      body: {
        error: "invalid_grant",
        error_description: `Signed ${title} message was already used`,
      },
    });
  });

  test("a signature of another wallet, or of another text, is refused", async () => {
    const [wallet, other] = [createWallet(), createWallet()];
    const message = messageOf(chain, wallet.address);
    for (const signature of [other.sign(message), wallet.sign(`${message} `)]) {
      expect(await signIn(chain, message, signature)).toMatchObject({
        status: 400,
        body: { error_description: "Signature does not match address in message" },
      });
    }
  });

  test.each<readonly [string, MessageFields, string]>([
    [
      "for another application",
      { uri: "https://evil.example/", domain: "evil.example" },
      "message is using URI which is not allowed on this server, message was signed for another app",
    ],
    [
      "whose domain is another one",
      { uri: "https://other.example.com/a" },
      "message is using a Domain that does not match the one in URI which is not allowed on this server",
    ],
    [
      // The page that asks for the signature chooses the URI; wallets only compare the domain with the page.
      "whose domain is another one than that of its local URI",
      { uri: "http://localhost:3000/", domain: "evil.example" },
      "message is using a Domain that does not match the one in URI which is not allowed on this server",
    ],
    [
      "without HTTPS",
      { uri: "http://app.example.com/" },
      "message is using URI which does not use HTTPS",
    ],
    [
      "that is not yet valid",
      { lines: [`Not Before: ${inMinutes(60).toISOString()}`] },
      "message becomes valid in the future",
    ],
    [
      "that has expired",
      {
        issuedAt: inMinutes(-5),
        lines: [`Expiration Time: ${inMinutes(-1).toISOString()}`],
      },
      "message is expired",
    ],
  ])("a message %s is refused", async (_case, fields, reason) => {
    expect(await signed(createWallet(), fields)).toMatchObject({
      status: 400,
      body: { error: "invalid_grant", error_description: `Signed ${title} ${reason}` },
    });
  });

  test("a message is valid for ten minutes around its time of issue", async () => {
    for (const [minutes, reason] of [
      [-11, "message was issued too long ago"],
      [11, "message was issued too far in the future"],
    ] as const) {
      const response = await signed(createWallet(), { issuedAt: inMinutes(minutes) });
      expect(response).toMatchObject({
        status: 400,
        body: { error_description: `${title} ${reason}` },
      });
    }
  });

  const prefix = { ethereum: "siwe", solana: "siws" }[chain];
  test.each<readonly [string, (message: string) => string]>([
    ["message needs at least 6 lines", (message) => message.replaceAll("\n", " ")],
    [
      `message first line does not end in " wants you to sign in with your ${title} account:"`,
      (message) => message.replace("wants you", "wants me"),
    ],
    [
      "domain in first line of message is not valid",
      (message) => message.replace("app.example.com", "app_example"),
    ],
    ["third line must be empty", (message) => message.replace("\n\n", "\nfull\n")],
    ["encountered unparsable line at index 8", (message) => message.replace("Nonce:", "Nonce")],
    ["URI is not valid", (message) => message.replace("URI: https://", "URI: ")],
    ["URI is not specified", (message) => message.replace("URI:", "Address:")],
    ["Chain ID is not valid", (message) => message.replace(/Chain ID: .*/, "Chain ID: x")],
    [
      'Version value is not supported, expected 1 got "2"',
      (message) => message.replace("Version: 1", "Version: 2"),
    ],
    ["Issued At is not specified", (message) => message.replace("Issued At:", "Issued:")],
    [
      "Issued At is not a valid ISO8601 timestamp",
      (message) => message.replace(/Issued At: .*/, "Issued At: today"),
    ],
    [
      "Issued At is after Expiration Time",
      (message) => `${message}\nExpiration Time: 2020-01-01T00:00:00Z`,
    ],
    [
      "Resource at position 1 has invalid URI",
      (message) => `${message}\nResources:\n- https://a.example\n- nowhere`,
    ],
  ])("a malformed message is refused: %s", async (reason, change) => {
    const wallet = createWallet();
    const message = change(messageOf(chain, wallet.address));
    expect(await signIn(chain, message, wallet.sign(message))).toMatchObject({
      status: 400,
      body: { code: "validation_failed", message: `${prefix}: ${reason}` },
    });
  });
});

test("the official client signs in with a wallet in either way", async () => {
  const client = wire.client();
  const ethereum = createEthereumWallet();
  const message = messageOf("ethereum", ethereum.address);
  const credentials = { message, signature: ethereum.sign(message) as `0x${string}` };
  const { error } = await client.signInWithWeb3({ chain: "ethereum", ...credentials });
  expect(error).toBeNull();
  expect(await claimsOf(client)).toMatchObject({ amr: [{ method: "web3" }], aal: "aal1" });

  const solana = createSolanaWallet();
  const { data } = await client.signInWithWeb3({
    chain: "solana",
    statement: "Welcome",
    options: { url: `${siteUrl}/` },
    wallet: {
      publicKey: { toBase58: () => solana.address },
      signMessage: async (bytes: Uint8Array) => solana.signBytes(bytes),
    } as never,
  });
  expect(data.user?.user_metadata["custom_claims"]).toMatchObject({ statement: "Welcome" });
});

test("a Solana message that a Ledger device signed in its envelope is accepted", async () => {
  const wallet = createSolanaWallet((message, key) => {
    const domain = Buffer.alloc(32);
    domain.write("app.example.com");
    const length = Buffer.from([message.length % 256, Math.floor(message.length / 256)]);
    const header = Buffer.concat([Buffer.from([255]), Buffer.from("solana offchain\0")]);
    return Buffer.concat([header, domain, Buffer.from([0, 1]), key, length, message]);
  });
  const message = messageOf("solana", wallet.address);
  expect((await signIn("solana", message, wallet.sign(message))).status).toBe(200);
});

test("an address of Ethereum belongs to one account in every spelling", async () => {
  const wallet = createEthereumWallet();
  const ids = new Set<string>();
  for (const address of [wallet.address, `0x${wallet.address.slice(2).toUpperCase()}`]) {
    const message = messageOf("ethereum", address);
    ids.add((await signIn("ethereum", message, wallet.sign(message))).body.user.id);
  }
  expect(ids.size).toBe(1);
});

test("a signature that another implementation made is accepted", async () => {
  // supabase/auth, `internal/utilities/siwe/parser_test.go`
  const address = "0x196a28d05bA75C8dC35B0F6e71DD622D1aC82b7E";
  const text = `example.com wants you to sign in with your Ethereum account:\n${address}\n\nURI: https://example.com\nVersion: 1\nChain ID: 1\nNonce: 12345678\nIssued At: 2025-01-01T00:00:00.000Z`;
  const signature =
    "0x0851224c203d08ced345bc99e66ac531eafbbb54eff94f7297b54ec19a0db7e879c4d246d45e0e13c9c2801db1f71f283c373b8c10cc0a91fe6418220a0aa5391b";
  expect(await hasEthereumSignature(text, signature, address)).toBe(true);
  expect(await hasEthereumSignature(text, `0x${"ff".repeat(65)}`, address)).toBe(false);
});

test("a message or signature of the wrong size is refused", async () => {
  const wallet = createEthereumWallet();
  const message = messageOf("ethereum", wallet.address);
  for (const [chain, text, signature, reason] of [
    ["ethereum", "short", "0x", "message is too short"],
    ["ethereum", "x".repeat(20_481), "0x", "message must not exceed 20KB"],
    [
      "ethereum",
      message,
      "0x00",
      "signature must be 65 bytes long, encoded as a 130 character-long hexadecimal string",
    ],
    [
      "solana",
      message,
      "abc",
      "signature must be 64 bytes encoded as base64 with or without padding",
    ],
    ["solana", message, "!".repeat(86), "signature does not contain valid base64 characters"],
  ] as const) {
    expect(await signIn(chain, text, signature)).toMatchObject({
      status: 400,
      body: { code: "validation_failed", message: reason },
    });
  }
});

test("a chain has to be known and enabled", async () => {
  const [none, ethereumOnly] = [
    await authFixture(database),
    await authFixture(database, { auth: { web3: { ethereum: { enabled: true } } } }),
  ];
  for (const [chain, target, status, code, message] of [
    ["ethereum", none, 422, "web3_provider_disabled", "Web3 provider is disabled"],
    ["solana", ethereumOnly, 422, "web3_provider_disabled", "Solana Web3 provider is disabled"],
    ["bitcoin", ethereumOnly, 400, "web3_unsupported_chain", "Unsupported chain"],
  ] as const) {
    expect(await signIn(chain, "", "", target)).toMatchObject({ status, body: { code, message } });
  }
});

test("sign-ins with wallets have a rate limit of their own", async () => {
  const limited = await authFixture(database, {
    auth: { web3: { solana: { enabled: true } }, rate_limit: { web3: 1 } },
  });
  const attempt = () =>
    limited.post("/token?grant_type=web3", {}, { ...apiVersion, "x-forwarded-for": "192.0.2.77" });
  expect((await attempt()).status).toBe(400);
  expect(await attempt()).toMatchObject({
    status: 429,
    body: { code: "over_request_rate_limit" },
  });
});
