import type { Environment } from "../config/environment.ts";
import type { Config } from "../config/schema.ts";
import { isLocalHost } from "../http/host.ts";

/** The parts that are there for development: all that was sent, and the sign-in as anybody. */
const parts = ["inbox", "sandbox"] as const;

/** Where and how a server runs. */
export interface Circumstances {
  /** The address that it listens on. */
  readonly host: string;
  readonly isEmbedded: boolean;
  /** The parts that a flag opens. */
  readonly expose?: { readonly inbox?: boolean; readonly sandbox?: boolean } | undefined;
}

/** The parts for development that a server has. */
export interface Development {
  readonly hasInbox: boolean;
  readonly hasSandbox: boolean;
  /** What is open and what is closed, in sentences for the person who starts the server. */
  readonly told: readonly string[];
}

/**
 * Decides which parts for development there are (docs/decisions/0026). Reading the inbox is reading
 * everybody's codes, so it takes a server that is for development without a doubt: reached by this
 * machine alone, on the embedded database, and not told by `NODE_ENV` that it is in production. A flag
 * opens a part all the same, to everybody.
 */
export function developmentOf(
  { host, isEmbedded, expose = {} }: Circumstances,
  env: Environment,
  { inbucket }: Pick<Config, "inbucket">,
): Development {
  const reason = !isLocalHost(host)
    ? `others than this machine reach ${host}`
    : env["NODE_ENV"] === "production"
      ? "NODE_ENV is production"
      : isEmbedded
        ? undefined
        : "the database is not the embedded one";
  const existing = parts.filter((part) => part !== "inbox" || inbucket.enabled);
  const exposed = existing.filter((part) => expose[part]);
  const others = existing.filter((part) => !expose[part]);
  const open = reason === undefined ? existing : exposed;
  const flags = (of: typeof others) => of.map((part) => `--expose-${part}`).join(" ");
  const told = [
    reason === undefined && others.length > 0
      ? `Open to this machine, for development: ${others.join(", ")}.`
      : undefined,
    exposed.length > 0
      ? `Open to everybody, by ${flags(exposed)}: ${exposed.join(", ")}.`
      : undefined,
    reason !== undefined && others.length > 0
      ? `Closed, for ${reason}: ${others.join(", ")}. To open: ${flags(others)}.`
      : undefined,
  ];
  return {
    hasInbox: open.includes("inbox"),
    hasSandbox: open.includes("sandbox"),
    told: told.filter((sentence) => sentence !== undefined),
  };
}
