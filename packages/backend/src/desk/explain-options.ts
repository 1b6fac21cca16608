import type { ExplainOptions } from "../why/explain-request.ts";
import type { RunAs } from "./caller.ts";
import type { DataContext } from "./context.ts";
import { inputMistake, onlyInDevelopment } from "./errors.ts";
import { type FoundRequest, findRequest } from "./find-request.ts";

/** A request to explain: a recent request, or a new one. */
export interface WhyQuestion {
  readonly request?: number | undefined;
  readonly method?: string | undefined;
  readonly path?: string | undefined;
  readonly headers?: readonly (readonly [string, string])[] | undefined;
  readonly body?: string | undefined;
  /** Replaces the caller of the recent request. */
  readonly as?: RunAs | undefined;
}

/** @throws {DeskError} if the recent request has been forgotten, or its caller cannot be explained */
export function explainOptions(context: DataContext, question: WhyQuestion): ExplainOptions {
  if (context.isExposed) throw onlyInDevelopment();
  const { database, config, env } = context;
  const found = question.request === undefined ? undefined : findRequest(context, question.request);
  const { method, path, headers, body, as } = question;
  return {
    ...{ database, config, env },
    request: {
      method: method ?? found?.request.method ?? "GET",
      path: path ?? found?.request.path ?? "",
      headers: headers ?? found?.request.headers,
      body: body ?? found?.request.body ?? undefined,
    },
    caller: as || !found ? choose(as ?? { role: "anon" }) : callerOf(found),
  };
}

function choose({ role, user, claims }: RunAs): ExplainOptions["caller"] {
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
      "This project has not signed the token of the request, so that it is nobody's. Choose whom to explain it for.",
    );
  }
  if (claims === null) return { as: caller.role === "service_role" ? "service_role" : "anon" };
  const { exp, iat, ...lasting } = claims;
  // The token may have expired since. It would then be refused now, although it was valid for the recorded request.
  const kept = caller.token === "expired" ? { ...lasting, exp, iat } : lasting;
  return { as: caller.user ?? "anon", claims: kept };
}
