import { createHash } from "node:crypto";
import type { Context } from "hono";
import { BodyTooLarge, incomingBody, readText } from "../../http/body/body.ts";
import type { AuthContext } from "../context.ts";
import { AuthError, badRequest, unexpected } from "../errors.ts";
import { limitByAddress } from "../limits/rate-limits.ts";
import { takeToken } from "../limits/token-bucket.ts";
import {
  callHookForNewUser,
  refuseUnverified,
  runSignInTransaction,
  signInWithProfile,
} from "../provider-sign-in/sign-in.ts";
import { completeProfile } from "../providers/profile.ts";
import { device, uuid } from "../request/parameters.ts";
import { redirectTarget } from "../request/redirects.ts";
import { loadSaml } from "../saml/load.ts";
import type { IdentityProviderMetadata } from "../saml/metadata.ts";
import {
  findProviderByEntityId,
  findProviderById,
  type RelayState,
  type SsoProvider,
  takeRelayState,
  updateMetadata,
} from "../saml/providers.ts";
import type { XmlElement } from "../saml/xml.ts";
import { openSession } from "../sessions/open-session.ts";
import {
  codeRedirect,
  oauthErrors,
  sessionRedirect,
  withQuery,
} from "../sessions/redirect-response.ts";
import { tokenResponse } from "../sessions/token-response.ts";
import { hasElapsed, issueAuthCode, takeFlowState } from "../tokens/flow-states.ts";
import { requireSaml } from "./sso.ts";

/** `GET /sso/saml/metadata`: describes the project to identity providers. */
export async function samlMetadata(context: AuthContext, c: Context): Promise<Response> {
  requireSaml(context);
  const { metadataXml, loadServiceProvider } = await loadSaml();
  const isDownload = c.req.query("download") === "true";
  const fiveYearsMs = 5 * 365 * 24 * 60 * 60 * 1000;
  const xml = metadataXml(await loadServiceProvider(context), {
    allowsEncryption: context.saml.allowsEncryptedAssertions,
    validUntil: isDownload ? new Date(Date.now() + fiveYearsMs) : undefined,
  });
  c.header("content-type", "application/xml");
  c.header("cache-control", "public, max-age=600");
  if (isDownload) c.header("content-disposition", 'attachment; filename="metadata.xml"');
  return c.body(xml);
}

/**
 * `POST /sso/saml/acs`: the assertion consumer service, to which the browser brings the response of an identity provider
 * (supabase/auth, `internal/api/samlacs.go`). Always redirects to the application: with a session in the fragment, with
 * a code, or with an error.
 */
export async function consumeAssertion(context: AuthContext, c: Context): Promise<Response> {
  requireSaml(context);
  await limitByAddress(context, "saml_assertion", device(c).address);
  c.header("cache-control", "no-store");
  try {
    return c.redirect(await signIn(context, c), 302);
  } catch (error) {
    const { status, code, message } = error instanceof AuthError ? error : unexpected(error);
    if (status >= 500) context.log.error({ err: error }, message);
    const parameters = {
      error: oauthErrors[status] ?? "server_error",
      error_code: code,
      error_description: message,
    };
    return c.redirect(withQuery(context.config.auth.site_url, parameters), 303);
  }
}

/** Signs in the user of a response, and returns the address to redirect to. */
async function signIn(context: AuthContext, c: Context): Promise<string> {
  const form = await readForm(c);
  const saml = await loadSaml();
  const { provider, relayState, redirectTo } = await findSignIn(context, form);
  if (provider.disabled) {
    throw new AuthError(
      404,
      "sso_provider_disabled",
      "SSO Provider assigned for this domain is currently disabled",
    );
  }
  const metadata = await loadCurrentMetadata(context, provider);
  const assertion = await saml
    .verifyResponse(context, metadata, form.get("SAMLResponse") ?? "", relayState?.request_id)
    .catch((error: unknown) => {
      if (!(error instanceof saml.InvalidSamlResponse)) throw error;
      context.log.warn({ err: error, provider: provider.id }, "a SAML response was refused");
      throw invalid("SAML Assertion is not valid");
    });
  await refuseUsedAssertion(context, provider, assertion);

  const profile = await profileOf(provider, assertion);
  const endMs = saml.sessionEndOf(assertion);
  const target = redirectTarget(context.config, redirectTo);
  const providerSignIn = {
    provider: { name: `sso:${provider.id}`, emailOptional: false },
    profile,
    redirectTo: target,
    address: device(c).address,
  };
  await callHookForNewUser(context, providerSignIn);
  const outcome = await runSignInTransaction(context, async (connection) => {
    const result = await signInWithProfile(context, connection, providerSignIn);
    if (result.kind === "unverified") return result;
    const { user } = result;
    const flow = relayState?.flow_state_id
      ? await takeFlowState(connection, relayState.flow_state_id)
      : undefined;
    if (flow?.code_challenge) {
      const code = await issueAuthCode(connection, flow, { userId: user.id });
      return { kind: "code" as const, code };
    }
    const grant = await openSession(context, connection, {
      user,
      method: "sso/saml",
      device: device(c),
      ...(endMs === undefined ? {} : { endsAt: new Date(endMs) }),
    });
    return { kind: "session" as const, grant };
  });
  if (outcome.kind === "unverified") return refuseUnverified(context, outcome);
  if (outcome.kind === "code") return codeRedirect(target, outcome.code);
  return sessionRedirect(target, await tokenResponse(context, outcome.grant), {});
}

async function readForm(c: Context): Promise<URLSearchParams> {
  try {
    return new URLSearchParams(await readText(incomingBody(c)));
  } catch (error) {
    if (!(error instanceof BodyTooLarge)) throw error;
    throw new AuthError(413, "request_entity_too_large", "The SAML response is too large");
  }
}

interface WaitingSignIn {
  readonly provider: SsoProvider;
  /** The sign-in's relay state. Undefined if the identity provider began the sign-in. */
  readonly relayState: RelayState | undefined;
  readonly redirectTo: string | undefined;
}

/**
 * Finds the sign-in that the relay state names. Without a relay state, finds the provider that began the sign-in
 * itself.
 */
async function findSignIn(context: AuthContext, form: URLSearchParams): Promise<WaitingSignIn> {
  const value = form.get("RelayState") ?? "";
  if (uuid.test(value)) return continueSignIn(context, value);
  if (value !== "" && !URL.canParse(value)) {
    throw invalid("SAML RelayState is not a valid UUID or URL");
  }
  if (form.has("SAMLart")) {
    throw invalid("SAML Artifact response can only be used with SP initiated flow");
  }
  const provider = await findProviderByEntityId(
    context.database,
    await readIssuer(form.get("SAMLResponse") ?? ""),
  );
  if (!provider) {
    throw new AuthError(
      404,
      "saml_idp_not_found",
      "A SAML connection has not been established with this Identity Provider",
    );
  }
  return { provider, relayState: undefined, redirectTo: value };
}

async function continueSignIn(context: AuthContext, id: string): Promise<WaitingSignIn> {
  requireSaml(context);
  const relayState = await takeRelayState(context.database, id);
  if (!relayState) {
    throw new AuthError(
      404,
      "saml_relay_state_not_found",
      "SAML RelayState does not exist, try logging in again?",
    );
  }
  if (hasElapsed(relayState.created_at, context.saml.relayStateMs / 1000)) {
    throw new AuthError(
      422,
      "saml_relay_state_expired",
      "SAML RelayState has expired. Try logging in again?",
    );
  }
  const provider = await findProviderById(context.database, relayState.sso_provider_id);
  // This cannot happen, because deleting a provider deletes its relay states.
  if (!provider) throw new Error("The provider of a relay state is missing.");
  return { provider, relayState, redirectTo: relayState.redirect_to ?? undefined };
}

/** Returns the unverified issuer of a response. The issuer's certificate verifies the response later. */
async function readIssuer(samlResponse: string): Promise<string> {
  if (samlResponse === "") throw invalid("SAMLResponse is missing");
  // Remove white space first: a regular expression that allows it in two places takes quadratic time.
  if (!/^[A-Za-z0-9+/]+=*$/.test(samlResponse.replaceAll(/\s/g, ""))) {
    throw invalid("SAMLResponse is not a valid Base64 string");
  }
  const { parseXml, childrenOf } = await loadSaml();
  try {
    const response = parseXml(Buffer.from(samlResponse, "base64").toString());
    return childrenOf(response, "assertion", "Issuer")[0]?.text.trim() ?? "";
  } catch {
    throw invalid("SAMLResponse is not a valid XML SAML assertion");
  }
}

const dayMs = 24 * 60 * 60 * 1000;

/** Returns the metadata of a provider, and fetches it again if it is old. */
async function loadCurrentMetadata(
  context: AuthContext,
  provider: SsoProvider,
): Promise<IdentityProviderMetadata> {
  const { fetchMetadata, parseIdentityProviderMetadata } = await loadSaml();
  const stored = parseIdentityProviderMetadata(provider.metadata_xml);
  const { metadata_url: url } = provider;
  if (!url || !isStale(stored, provider.metadata_updated_at)) return stored;
  try {
    const xml = await fetchMetadata(context, url);
    const fetched = parseIdentityProviderMetadata(xml);
    if (fetched.entityId !== stored.entityId) throw new Error("The EntityID has changed.");
    await updateMetadata(context.database, provider, xml);
    return fetched;
  } catch (error) {
    const message = "SAML metadata could not be fetched again; the stored one is used";
    context.log.warn({ err: error, provider: provider.id }, message);
    return stored;
  }
}

function isStale(
  { validUntilMs, cacheDurationMs }: IdentityProviderMetadata,
  updatedAt: Date,
): boolean {
  const ageMs = Date.now() - updatedAt.getTime();
  if (validUntilMs !== undefined && Date.now() > validUntilMs) return true;
  if (cacheDurationMs !== undefined) return ageMs > cacheDurationMs;
  return validUntilMs === undefined && ageMs > dayMs;
}

/** How long an assertion's ID is stored. Assertions are only accepted for a shorter time after they were issued. */
const assertionSeconds = 3600;

/** Refuses an assertion that has already been used to sign in. */
async function refuseUsedAssertion(
  { database }: AuthContext,
  provider: SsoProvider,
  assertion: XmlElement,
): Promise<void> {
  const id = `${provider.id} ${assertion.attributes.get("ID")}`;
  const digest = createHash("sha256").update(id).digest("base64url");
  const { state } = await takeToken(database, `saml_used ${digest}`, 1, assertionSeconds);
  if (state === "refused") throw invalid("SAML Assertion was already used");
}

/** The claims that have members of their own in the reference. All other mapped claims become custom claims. */
const standardClaims: ReadonlySet<string> = new Set([
  "name",
  "family_name",
  "given_name",
  "middle_name",
  "nickname",
  "preferred_username",
  "profile",
  "picture",
  "website",
  "gender",
  "birthdate",
  "zoneinfo",
  "locale",
  "updated_at",
  "email",
  "phone",
  "full_name",
  "avatar_url",
  "slug",
  "provider_id",
  "user_name",
]);

async function profileOf(provider: SsoProvider, assertion: XmlElement) {
  const { emailOf, mapClaims, subjectOf } = await loadSaml();
  const subject = subjectOf(assertion);
  if (!subject) {
    throw badRequest(
      "saml_assertion_no_user_id",
      "SAML Assertion did not contain a persistent Subject Identifier attribute or Subject NameID uniquely identifying this user",
    );
  }
  const mapped = mapClaims(assertion, provider.attribute_mapping ?? {});
  const email =
    typeof mapped["email"] === "string" && mapped["email"] !== ""
      ? mapped["email"]
      : emailOf(assertion);
  if (!email) {
    throw badRequest("saml_assertion_no_email", "SAML Assertion does not contain an email address");
  }
  const entries = Object.entries(mapped).filter(([name]) => name !== "email");
  const claims = {
    ...Object.fromEntries(entries.filter(([name]) => standardClaims.has(name))),
    iss: provider.entity_id,
    sub: subject,
    custom_claims: Object.fromEntries(entries.filter(([name]) => !standardClaims.has(name))),
  };
  const emails = [{ email, verified: true, primary: true }];
  return completeProfile(subject, { emails, claims });
}

const invalid = (message: string) => badRequest("validation_failed", message);
