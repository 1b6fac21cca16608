import { createHash, randomUUID, timingSafeEqual } from "node:crypto";
import type { Connection } from "../../database/port.ts";
import { sql } from "../../database/sql.ts";
import { badRequest } from "../errors.ts";
import type { AuthenticationMethod } from "../sessions/grants.ts";
import { openProviderToken, sealProviderToken } from "./provider-token-seal.ts";

/** The challenge of a client that will exchange a code for its session (RFC 7636). */
export interface CodeChallenge {
  readonly challenge: string;
  readonly method: "s256" | "plain";
}

/** A row of `auth.flow_state`: a sign-in that has left the page and comes back to it. */
export interface FlowState {
  readonly id: string;
  readonly user_id: string | null;
  readonly code_challenge: string | null;
  readonly code_challenge_method: "s256" | "plain" | null;
  readonly provider_type: string;
  readonly provider_access_token: string | null;
  readonly provider_refresh_token: string | null;
  readonly authentication_method: AuthenticationMethod;
  readonly created_at: Date;
  readonly auth_code_issued_at: Date | null;
  readonly referrer: string | null;
  readonly oauth_client_state_id: string | null;
  readonly linking_target_id: string | null;
}

/** The time that a code waits to be exchanged, in seconds (supabase/auth, `FlowStateExpiryDuration`). */
const authCodeLifetimeSeconds = 300;

/**
 * Reads the challenge of a request; undefined for the implicit flow.
 *
 * @throws {AuthError} when half of it is missing or it is malformed (RFC 7636, section 4.2)
 */
export function readCodeChallenge(params: {
  readonly code_challenge?: string | null | undefined;
  readonly code_challenge_method?: string | null | undefined;
}): CodeChallenge | undefined {
  const challenge = params.code_challenge ?? "";
  const method = (params.code_challenge_method ?? "").toLowerCase();
  if (challenge === "" && method === "") return undefined;
  if (challenge === "" || method === "") {
    throw badRequest(
      "validation_failed",
      "PKCE flow requires code_challenge_method and code_challenge",
    );
  }
  if (challenge.length < 43 || challenge.length > 128) {
    throw badRequest("validation_failed", "code challenge has to be between 43 and 128 characters");
  }
  if (!/^[\w.~-]+$/.test(challenge)) {
    throw badRequest(
      "validation_failed",
      "code challenge can only contain alphanumeric characters, hyphens, periods, underscores and tildes",
    );
  }
  if (method !== "s256" && method !== "plain") {
    throw badRequest("validation_failed", "Invalid code_challenge_method");
  }
  return { challenge, method };
}

export interface NewFlowState {
  readonly providerType: string;
  readonly authenticationMethod: AuthenticationMethod;
  readonly codeChallenge?: CodeChallenge | undefined;
  readonly userId?: string | undefined;
  readonly referrer?: string | undefined;
  readonly oauthClientStateId?: string | undefined;
  readonly linkingTargetId?: string | undefined;
}

/** Starts a flow, whose id a provider hands back as `state`. */
export async function createFlowState(connection: Connection, flow: NewFlowState): Promise<string> {
  await deleteLostFlows(connection);
  const id = randomUUID();
  await connection.query(sql`
    insert into auth.flow_state (id, user_id, code_challenge, code_challenge_method, provider_type,
      authentication_method, referrer, oauth_client_state_id, linking_target_id,
      created_at, updated_at)
    values (${id}, ${flow.userId}, ${flow.codeChallenge?.challenge}, ${flow.codeChallenge?.method},
      ${flow.providerType}, ${flow.authenticationMethod}, ${flow.referrer},
      ${flow.oauthClientStateId}, ${flow.linkingTargetId}, now(), now())`);
  return id;
}

/**
 * Deletes flows that were never finished, or whose code was never exchanged. They have been of no use for
 * a while; the longest-lived ones wait for a link in a mailbox.
 */
async function deleteLostFlows(connection: Connection): Promise<void> {
  await connection.query(sql`
    delete from auth.flow_state where id in (
      select id from auth.flow_state
      where auth_code_issued_at < now() - interval '1 hour'
        or created_at < now() - interval '2 days'
      limit 100 for update skip locked)`);
}

/** Takes a flow that has come back, which it can do once. */
export async function takeFlowState(
  connection: Connection,
  id: string,
): Promise<FlowState | undefined> {
  const { rows } = await connection.query<FlowState>(
    sql`delete from auth.flow_state where id = ${id} returning *`,
  );
  return rows[0];
}

/** The outcome of a callback, for a flow that goes on to its code. */
export interface FlowOutcome {
  readonly userId: string;
  readonly providerAccessToken?: string | undefined;
  readonly providerRefreshToken?: string | undefined;
  /** The session that the code continues; absent: the code opens one. */
  readonly sessionId?: string | undefined;
}

/** Stores again a flow that {@link takeFlowState} took, with its outcome, under a code to exchange. */
export async function issueAuthCode(
  connection: Connection,
  flow: FlowState,
  outcome: FlowOutcome,
): Promise<string> {
  const code = [randomUUID(), outcome.sessionId].filter(Boolean).join(".");
  const sealed = (token: string | undefined) => (token ? sealProviderToken(code, token) : "");
  await connection.query(sql`
    insert into auth.flow_state (id, user_id, auth_code, code_challenge, code_challenge_method,
      provider_type, provider_access_token, provider_refresh_token, authentication_method,
      created_at, updated_at, auth_code_issued_at)
    values (${flow.id}, ${outcome.userId}, ${hashForStorage(code)}, ${flow.code_challenge},
      ${flow.code_challenge_method}, ${flow.provider_type}, ${sealed(outcome.providerAccessToken)},
      ${sealed(outcome.providerRefreshToken)}, ${flow.authentication_method}, ${flow.created_at},
      now(), now())`);
  return code;
}

/** The session that a code of {@link issueAuthCode} continues. */
export function sessionOfCode(code: string): string | undefined {
  return code.split(".")[1];
}

/**
 * Stores again a flow that {@link takeFlowState} took, until a person has answered. It gets a new id,
 * because the provider knows the old one.
 *
 * @param sealed the data needed to go on
 */
export async function parkFlowState(
  connection: Connection,
  flow: FlowState,
  sealed: string,
): Promise<string> {
  const id = randomUUID();
  await connection.query(sql`
    insert into auth.flow_state (id, code_challenge, code_challenge_method, provider_type,
      provider_access_token, authentication_method, referrer, linking_target_id,
      created_at, updated_at)
    values (${id}, ${flow.code_challenge}, ${flow.code_challenge_method}, ${flow.provider_type},
      ${sealed}, ${flow.authentication_method}, ${flow.referrer}, ${flow.linking_target_id},
      now(), now())`);
  return id;
}

/** Finds a flow by its id, and leaves it. */
export async function findFlowState(
  connection: Connection,
  id: string,
): Promise<FlowState | undefined> {
  const { rows } = await connection.query<FlowState>(
    sql`select * from auth.flow_state where id = ${id}`,
  );
  return rows[0];
}

/** Takes the newest flow that a user began by e-mail, when its link comes back. */
export async function takeFlowStateOf(
  connection: Connection,
  userId: string,
  authenticationMethod: AuthenticationMethod,
): Promise<FlowState | undefined> {
  const { rows } = await connection.query<FlowState>(sql`
    delete from auth.flow_state where id = (
      select id from auth.flow_state
      where user_id = ${userId} and authentication_method = ${authenticationMethod}
        and auth_code is null
      order by created_at desc limit 1)
    returning *`);
  return rows[0];
}

/** Finds and locks the flow of a code, and opens its provider's tokens with the code. */
export async function findFlowStateByCode(
  connection: Connection,
  code: string,
): Promise<FlowState | undefined> {
  const { rows } = await connection.query<FlowState>(
    sql`select * from auth.flow_state where auth_code = ${hashForStorage(code)} for update`,
  );
  const flow = rows[0];
  const opened = (sealed: string | null) => (sealed ? openProviderToken(code, sealed) : null);
  return (
    flow && {
      ...flow,
      provider_access_token: opened(flow.provider_access_token),
      provider_refresh_token: opened(flow.provider_refresh_token),
    }
  );
}

/** Tells if the flow's challenge was made of the verifier (RFC 7636, section 4.6). */
export function verifies(flow: FlowState, verifier: string): boolean {
  const computed =
    flow.code_challenge_method === "plain"
      ? verifier
      : createHash("sha256").update(verifier).digest("base64url");
  const [left, right] = [Buffer.from(computed), Buffer.from(flow.code_challenge ?? "")];
  return left.length === right.length && left.length > 0 && timingSafeEqual(left, right);
}

/** Tells if the code of a flow has expired. */
export function isCodeExpired(flow: FlowState): boolean {
  // The time starts with the code, because a link may lie in a mailbox, and a provider's page may stay
  // open.
  const start = flow.auth_code_issued_at ?? flow.created_at;
  return isPast(start, authCodeLifetimeSeconds);
}

/** Tells if that many seconds have passed since then. */
export function isPast(start: Date, seconds: number): boolean {
  return start.getTime() + seconds * 1000 < Date.now();
}

function hashForStorage(code: string): string {
  return createHash("sha256").update(code).digest("hex");
}
