import type { Environment } from "../config/environment/environment.ts";
import type { Config } from "../config/sections/schema.ts";
import { isLocalHost } from "../http/host.ts";

/** The parts for development: the inbox with all messages, and the sign-in as any user. */
const parts = ["inbox", "sandbox"] as const;

/** How a server is configured and reached. */
export interface Circumstances {
  /** The address that it listens on. */
  readonly host: string;
  readonly isEmbedded: boolean;
  /** The parts that a flag opens. */
  readonly expose?: { readonly inbox?: boolean; readonly sandbox?: boolean } | undefined;
}

/** The parts for development that a server has. */
export interface Development {
  /** True for a server that is clearly for development, whatever a flag opens. */
  readonly isDevelopment: boolean;
  readonly hasInbox: boolean;
  readonly hasSandbox: boolean;
  /** The open and the closed parts, in sentences for the person who starts the server. */
  readonly told: readonly string[];
}

/**
 * Decides which parts for development are open (docs/decisions/0026). Whoever reads the inbox can use
 * everybody's codes, so it opens only on a server that is clearly for development: only this machine reaches
 * it, it is on the embedded database, and `NODE_ENV` does not say production. A flag opens a part in any
 * case, to everybody.
 */
export function developmentOf(
  { host, isEmbedded, expose = {} }: Circumstances,
  env: Environment,
  { inbucket }: Pick<Config, "inbucket">,
): Development {
  const reason = !isLocalHost(host)
    ? `${host} can be reached from other machines`
    : env["NODE_ENV"] === "production"
      ? "NODE_ENV is production"
      : isEmbedded
        ? undefined
        : "the database isn't the embedded one";
  const existing = parts.filter((part) => part !== "inbox" || inbucket.enabled);
  const exposed = existing.filter((part) => expose[part]);
  const others = existing.filter((part) => !expose[part]);
  const open = reason === undefined ? existing : exposed;
  const flags = (of: typeof others) => of.map((part) => `--expose-${part}`).join(" ");
  const told = [
    reason === undefined && others.length > 0
      ? `Open to this machine for development: ${others.join(", ")}.`
      : undefined,
    exposed.length > 0
      ? `Open to everyone because of ${flags(exposed)}: ${exposed.join(", ")}.`
      : undefined,
    reason !== undefined && others.length > 0
      ? `Closed because ${reason}: ${others.join(", ")}. To open: ${flags(others)}.`
      : undefined,
  ];
  return {
    isDevelopment: reason === undefined,
    hasInbox: open.includes("inbox"),
    hasSandbox: open.includes("sandbox"),
    told: told.filter((sentence) => sentence !== undefined),
  };
}
