import type { Environment } from "../config/environment/variable-types.ts";
import { variables } from "../config/environment/variables.ts";
import type { Config } from "../config/sections/schema.ts";
import { isLocalHost } from "../http/protection/host.ts";

/** The development tools: the inbox with all messages, and the sandbox that signs in as any user. */
const toolNames = ["inbox", "sandbox"] as const;

/** How a server is configured, and how clients reach it. */
export interface Deployment {
  /** The address that it listens on. */
  readonly host: string;
  readonly isEmbedded: boolean;
  /** The tools that a flag opens to everyone. */
  readonly expose?:
    | { readonly inbox?: boolean; readonly sandbox?: boolean; readonly desk?: boolean }
    | undefined;
}

/** The development tools that a server offers. */
export interface Development {
  /** Whether the server is clearly for development, regardless of flags. */
  readonly isDevelopment: boolean;
  readonly hasInbox: boolean;
  readonly hasSandbox: boolean;
  /**
   * Who may open the desk: the developer of this machine, or everyone with the secret key. Undefined without a desk.
   */
  readonly desk: "development" | "exposed" | undefined;
  /** Messages for the operator about which tools are open and which are closed. */
  readonly messages: readonly string[];
}

/**
 * Decides which development tools are open (docs/decisions/0026). A person who can read the inbox can use every user's
 * codes. It is therefore only open on a server that is clearly for development: the server listens on this machine
 * only, uses the embedded database, and `NODE_ENV` is not production. On any server, a flag opens a tool to everyone.
 */
export function resolveDevelopment(
  { host, isEmbedded, expose = {} }: Deployment,
  env: Environment,
  { inbucket }: Pick<Config, "inbucket">,
): Development {
  const reason = !isLocalHost(host)
    ? `${host} can be reached from other machines`
    : variables.isProduction.read(env)
      ? "NODE_ENV is production"
      : isEmbedded
        ? undefined
        : "the database isn't the embedded one";
  const available = toolNames.filter((tool) => tool !== "inbox" || inbucket.enabled);
  const exposed = available.filter((tool) => expose[tool]);
  const notExposed = available.filter((tool) => !expose[tool]);
  const openTools = reason === undefined ? available : exposed;
  const formatFlags = (list: typeof notExposed) => list.map((tool) => `--expose-${tool}`).join(" ");
  const messages = [
    reason === undefined && notExposed.length > 0
      ? `Open to this machine for development: ${notExposed.join(", ")}.`
      : undefined,
    exposed.length > 0
      ? `Open to everyone because of ${formatFlags(exposed)}: ${exposed.join(", ")}.`
      : undefined,
    reason !== undefined && notExposed.length > 0
      ? `Closed because ${reason}: ${notExposed.join(", ")}. To open: ${formatFlags(notExposed)}.`
      : undefined,
    reason !== undefined && expose.desk
      ? "The desk is open to everyone with the secret key because of --expose-desk."
      : undefined,
  ];
  return {
    isDevelopment: reason === undefined,
    hasInbox: openTools.includes("inbox"),
    hasSandbox: openTools.includes("sandbox"),
    desk: reason === undefined ? "development" : expose.desk ? "exposed" : undefined,
    messages: messages.filter((message) => message !== undefined),
  };
}
