import type { ExplainOptions } from "../why/explain-request.ts";
import type { RunAs } from "./caller.ts";
import type { DataContext } from "./context.ts";
import { inputMistake, onlyInDevelopment } from "./errors.ts";
import { type FoundRequest, findRequest } from "./find-request.ts";

/** Selects the request to explain: a recent one or a new one. */
export interface WhyQuestion {
  readonly request?: number | undefined;
  readonly method?: string | undefined;
  readonly path?: string | undefined;
  readonly headers?: readonly (readonly [string, string])[] | undefined;
  readonly body?: string | undefined;
  /** Replaces the caller of the recent request. */
  readonly as?: RunAs | undefined;
}

/**
 * Returns the options for explaining a request.
 *
 * @throws {DeskError} if the recent request has been forgotten, or its caller cannot be explained
 */
export function toExplainOptions(context: DataContext, question: WhyQuestion): ExplainOptions {
  if (context.isExposed) throw onlyInDevelopment();
  const { database, config, env } = context;
  const recorded =
    question.request === undefined ? undefined : findRequest(context, question.request);
  const { method, path, headers, body, as } = question;
  return {
    database,
    config,
    env,
    request: {
      method: method ?? recorded?.request.method ?? "GET",
      path: path ?? recorded?.request.path ?? "",
      headers: headers ?? recorded?.request.headers,
      body: body ?? recorded?.request.body ?? undefined,
    },
    caller: as || !recorded ? chosenCaller(as ?? { role: "anon" }) : callerOf(recorded),
  };
}

function chosenCaller({ role, user, claims }: RunAs): ExplainOptions["caller"] {
  if (user !== undefined) return { as: user, claims };
  if (role === "anon" || role === "service_role") return { as: role, claims };
  if (role === "postgres") {
    throw inputMistake("No client has the role postgres. Choose anon, service_role or a user.");
  }
  return { as: "anon", claims: { ...claims, role } };
}

function callerOf({ request: { caller }, claims }: FoundRequest): ExplainOptions["caller"] {
  if (caller.token === "refused") {
    throw inputMistake(
      "This project has not signed the token of the request, so it has no caller. Choose for whom to explain it.",
    );
  }
  if (claims === null) return { as: caller.role === "service_role" ? "service_role" : "anon" };
  const { exp, iat, ...timelessClaims } = claims;
  // The token was valid for the recorded request, but may have expired since. Omit its times, so that it is not refused
  // now.
  const keptClaims = caller.token === "expired" ? { ...timelessClaims, exp, iat } : timelessClaims;
  return { as: caller.user ?? "anon", claims: keptClaims };
}
