import { createHash, randomUUID } from "node:crypto";
import type { Connection } from "../../database/port.ts";
import { sql } from "../../database/sql.ts";
import { isEqualText } from "../../keys/constant-time.ts";
import { badRequest } from "../errors.ts";
import type { AuthenticationMethod } from "../users/authentication-methods.ts";
import { openProviderToken, sealProviderToken } from "./provider-token-seal.ts";

/** A PKCE challenge (RFC 7636). */
export interface CodeChallenge {
  readonly challenge: string;
  readonly method: "s256" | "plain";
}

/** A row of `auth.flow_state`: a sign-in that leaves the application and returns to it. */
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

/** The lifetime of a code, as in supabase/auth, `FlowStateExpiryDuration`. */
const authCodeLifetimeSeconds = 300;

/**
 * Reads the PKCE challenge of a request, or returns undefined for the implicit flow.
 *
 * @throws {AuthError} when it is incomplete or malformed (RFC 7636, section 4.2)
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

/** Starts a flow, and returns its id. */
export async function createFlowState(connection: Connection, flow: NewFlowState): Promise<string> {
  await deleteExpiredFlows(connection);
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

/** Deletes expired flows. Links in e-mails are valid for longer than all other flows. */
async function deleteExpiredFlows(connection: Connection): Promise<void> {
  await connection.query(sql`
    delete from auth.flow_state where id in (
      select id from auth.flow_state
      where auth_code_issued_at < now() - interval '1 hour'
        or created_at < now() - interval '2 days'
      limit 100 for update skip locked)`);
}

/** Deletes and returns a flow, so that it can be continued once. */
export async function takeFlowState(
  connection: Connection,
  id: string,
): Promise<FlowState | undefined> {
  const { rows } = await connection.query<FlowState>(
    sql`delete from auth.flow_state where id = ${id} returning *`,
  );
  return rows[0];
}

/** The result of a callback that issues a code. */
export interface FlowOutcome {
  readonly userId: string;
  readonly providerAccessToken?: string | undefined;
  readonly providerRefreshToken?: string | undefined;
  /** The session that the code continues. Undefined if the code opens a session. */
  readonly sessionId?: string | undefined;
}

/** Stores a flow again after {@link takeFlowState}, with its outcome, and returns the code to exchange. */
export async function issueAuthCode(
  connection: Connection,
  flow: FlowState,
  outcome: FlowOutcome,
): Promise<string> {
  const code = [randomUUID(), outcome.sessionId].filter(Boolean).join(".");
  const encrypt = (token: string | undefined) => (token ? sealProviderToken(code, token) : "");
  await connection.query(sql`
    insert into auth.flow_state (id, user_id, auth_code, code_challenge, code_challenge_method,
      provider_type, provider_access_token, provider_refresh_token, authentication_method,
      created_at, updated_at, auth_code_issued_at)
    values (${flow.id}, ${outcome.userId}, ${hashForStorage(code)}, ${flow.code_challenge},
      ${flow.code_challenge_method}, ${flow.provider_type}, ${encrypt(outcome.providerAccessToken)},
      ${encrypt(outcome.providerRefreshToken)}, ${flow.authentication_method}, ${flow.created_at},
      now(), now())`);
  return code;
}

/** Returns the session that a code of {@link issueAuthCode} continues. */
export function sessionOfCode(code: string): string | undefined {
  return code.split(".")[1];
}

/**
 * Stores a flow again after {@link takeFlowState}, until a person has given consent. It gets a new id,
 * because the provider knows the old one.
 *
 * @param encryptedData the encrypted data for continuing the flow
 */
export async function suspendFlowState(
  connection: Connection,
  flow: FlowState,
  encryptedData: string,
): Promise<string> {
  const id = randomUUID();
  await connection.query(sql`
    insert into auth.flow_state (id, code_challenge, code_challenge_method, provider_type,
      provider_access_token, authentication_method, referrer, linking_target_id,
      created_at, updated_at)
    values (${id}, ${flow.code_challenge}, ${flow.code_challenge_method}, ${flow.provider_type},
      ${encryptedData}, ${flow.authentication_method}, ${flow.referrer}, ${flow.linking_target_id},
      now(), now())`);
  return id;
}

/** Finds a flow by its id without deleting it. */
export async function findFlowState(
  connection: Connection,
  id: string,
): Promise<FlowState | undefined> {
  const { rows } = await connection.query<FlowState>(
    sql`select * from auth.flow_state where id = ${id}`,
  );
  return rows[0];
}

/** Deletes and returns a user's newest e-mail flow. Called when the user follows its link. */
export async function takeNewestFlowState(
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

/** Finds and locks the flow of a code, and decrypts the provider's tokens with the code. */
export async function findFlowStateByCode(
  connection: Connection,
  code: string,
): Promise<FlowState | undefined> {
  const { rows } = await connection.query<FlowState>(
    sql`select * from auth.flow_state where auth_code = ${hashForStorage(code)} for update`,
  );
  const flow = rows[0];
  const decrypt = (token: string | null) => (token ? openProviderToken(code, token) : null);
  return (
    flow && {
      ...flow,
      provider_access_token: decrypt(flow.provider_access_token),
      provider_refresh_token: decrypt(flow.provider_refresh_token),
    }
  );
}

/** Returns whether the verifier matches the flow's challenge (RFC 7636, section 4.6). */
export function matchesChallenge(flow: FlowState, verifier: string): boolean {
  const computed =
    flow.code_challenge_method === "plain"
      ? verifier
      : createHash("sha256").update(verifier).digest("base64url");
  return computed !== "" && isEqualText(computed, flow.code_challenge ?? "");
}

/** Returns whether the code of a flow has expired. */
export function isCodeExpired(flow: FlowState): boolean {
  // The time starts with the code, because e-mail links and provider pages may stay open for long.
  const start = flow.auth_code_issued_at ?? flow.created_at;
  return hasElapsed(start, authCodeLifetimeSeconds);
}

/** Returns whether this number of seconds has elapsed since `start`. */
export function hasElapsed(start: Date, seconds: number): boolean {
  return start.getTime() + seconds * 1000 < Date.now();
}

function hashForStorage(code: string): string {
  return createHash("sha256").update(code).digest("hex");
}
