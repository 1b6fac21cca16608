/** The blockchains whose wallets can sign in. */
export type Chain = "ethereum" | "solana";

/** The fields of a message that a wallet has signed (EIP-4361, and its counterpart for Solana). */
export interface WalletMessage {
  readonly domain: string;
  readonly address: string;
  readonly statement: string | undefined;
  readonly uri: URL;
  readonly chainId: string;
  readonly issuedAtMs: number;
  readonly expiresAtMs: number | undefined;
  readonly notBeforeMs: number | undefined;
}

/** Thrown if a message does not have the required form. The error message is the reference's. */
export class InvalidWalletMessage extends Error {
  override readonly name = "InvalidWalletMessage";
}

interface ChainRules {
  /** The prefix of the reference's error messages. */
  readonly prefix: string;
  readonly title: string;
  readonly address: RegExp;
  readonly addressError: string;
  readonly chainId: RegExp;
  readonly mayOmitChainId: boolean;
}

/** The rules of the reference (supabase/auth, `internal/utilities/siwe` and `siws`). */
const rules: Readonly<Record<Chain, ChainRules>> = {
  ethereum: {
    prefix: "siwe",
    title: "Ethereum",
    address: /^0x[a-fA-F0-9]{40}$/,
    addressError: "wallet address is not a valid Ethereum address",
    chainId: /^\+?0*[1-9]\d{0,17}$/,
    mayOmitChainId: false,
  },
  solana: {
    prefix: "siws",
    title: "Solana",
    address: /^[a-zA-Z0-9]{32,44}$/,
    addressError: "wallet address is not in base58 format",
    chainId: /^solana:(main|dev|test|local)net$/,
    mayOmitChainId: true,
  },
};

const domainPattern =
  /^(localhost|(?:[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?\.)+[a-zA-Z]{2,})(?::\d{1,5})?$/;

/** RFC 3339, as Go reads it. */
const timePattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/;

/**
 * Parses a message that a wallet has signed.
 *
 * @throws {InvalidWalletMessage} if it does not have the required form
 */
export function parseWalletMessage(chain: Chain, text: string): WalletMessage {
  const chainRules = rules[chain];
  const refuse = (reason: string): never => {
    throw new InvalidWalletMessage(`${chainRules.prefix}: ${reason}`);
  };
  const lines = text.split("\n");
  if (lines.length < 6) refuse("message needs at least 6 lines");
  const [header = "", addressLine = "", third, fourth = "", fifth] = lines;
  const suffix = ` wants you to sign in with your ${chainRules.title} account:`;
  if (!header.endsWith(suffix)) refuse(`message first line does not end in "${suffix}"`);
  const domain = header.slice(0, -suffix.length).trim();
  if (!domainPattern.test(domain)) refuse("domain in first line of message is not valid");
  const address = addressLine.trim();
  if (!chainRules.address.test(address)) refuse(chainRules.addressError);
  if (third !== "") refuse("third line must be empty");
  const hasStatement = fourth !== "" && fifth === "";

  const fields = readFields(lines, hasStatement ? 5 : 3, refuse);
  const timeOf = (name: string) => {
    const value = fields.get(name);
    if (value === undefined) return undefined;
    const time = timePattern.test(value) ? Date.parse(value) : Number.NaN;
    return Number.isNaN(time) ? refuse(`${name} is not a valid ISO8601 timestamp`) : time;
  };
  const uri = readUri(fields.get("URI"), refuse);
  const chainId = fields.get("Chain ID");
  const isOmitted = chainId === undefined || (chainId === "" && chainRules.mayOmitChainId);
  if (!isOmitted && !chainRules.chainId.test(chainId)) refuse("Chain ID is not valid");
  const [issuedAtMs, expiresAtMs, notBeforeMs] = [
    timeOf("Issued At"),
    timeOf("Expiration Time"),
    timeOf("Not Before"),
  ];
  const version = fields.get("Version") ?? "";
  if (version !== "1") {
    refuse(`Version value is not supported, expected 1 got ${JSON.stringify(version)}`);
  }
  if (issuedAtMs === undefined) return refuse("Issued At is not specified");
  if (uri === undefined) return refuse("URI is not specified");
  if (expiresAtMs !== undefined && issuedAtMs > expiresAtMs) {
    refuse("Issued At is after Expiration Time");
  }
  if (expiresAtMs !== undefined && notBeforeMs !== undefined && notBeforeMs > expiresAtMs) {
    refuse("Not Before is after Expiration Time");
  }
  return {
    domain,
    address,
    uri,
    issuedAtMs,
    expiresAtMs,
    notBeforeMs,
    statement: hasStatement ? fourth : undefined,
    chainId: chainId ?? "",
  };
}

/** Reads the lines `Name: value`, and checks the resources. A repeated name overwrites the earlier one. */
function readFields(
  lines: readonly string[],
  start: number,
  refuse: (reason: string) => never,
): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  let isInResources = false;
  let resourceCount = 0;
  for (const [index, untrimmed] of lines.entries()) {
    if (index < start) continue;
    const line = untrimmed.trim();
    if (isInResources && line.startsWith("- ")) {
      if (!isUri(line.slice(2).trim())) {
        refuse(`Resource at position ${resourceCount} has invalid URI`);
      }
      resourceCount++;
      continue;
    }
    isInResources = line === "Resources:";
    if (isInResources || line === "") continue;
    const colon = line.indexOf(":");
    if (colon < 0) refuse(`encountered unparsable line at index ${index}`);
    fields.set(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  return fields;
}

function readUri(value: string | undefined, refuse: (reason: string) => never): URL | undefined {
  if (value === undefined) return undefined;
  return isUri(value) ? new URL(value) : refuse("URI is not valid");
}

const isUri = (value: string) => /^[a-z][a-z0-9+.-]*:/i.test(value) && URL.canParse(value);
