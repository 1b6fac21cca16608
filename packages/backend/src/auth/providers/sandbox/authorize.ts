import type { ProviderDescription } from "../description.ts";
import type { ProviderName } from "../providers.ts";
import { sandboxClient } from "./client.ts";
import { type Failure, isFailure } from "./failures.ts";
import { someoneElse } from "./page.ts";
import { type Person, parsePerson, samplePeople } from "./people.ts";

/** Parameters of an authorization request that the form repeats. */
const repeatedParameters = [
  "client_id",
  "redirect_uri",
  "response_type",
  "response_mode",
  "scope",
  "state",
  "nonce",
  "code_challenge",
  "code_challenge_method",
];

/** A valid authorization request (RFC 6749, section 4.1.1). */
export interface AuthorizationRequest {
  readonly redirectUri: string;
  readonly state: string;
  readonly scope: string;
  readonly formPost: boolean;
  readonly nonce: string | undefined;
  readonly codeChallenge: string | undefined;
  readonly parameters: Readonly<Record<string, string>>;
}

export type RequestResult =
  | { readonly kind: "request"; readonly request: AuthorizationRequest }
  /** The response must not redirect, because the client or the redirect URI is unknown. */
  | { readonly kind: "refusal"; readonly reason: string }
  | { readonly kind: "error"; readonly request: AuthorizationRequest; readonly reason: string };

export function readRequest(
  searchParams: URLSearchParams,
  provider: ProviderDescription,
  redirectUris: readonly string[],
): RequestResult {
  const parameters: Record<string, string> = {};
  for (const name of repeatedParameters) {
    const value = searchParams.get(name);
    if (value !== null) parameters[name] = value;
  }
  if (parameters["client_id"] !== sandboxClient.clientId)
    return { kind: "refusal", reason: "The sandbox doesn't recognize this client ID." };
  const redirectUri = parameters["redirect_uri"] ?? "";
  if (!redirectUris.includes(redirectUri))
    return { kind: "refusal", reason: "This redirect URL isn't registered here." };
  const request: AuthorizationRequest = {
    redirectUri,
    state: parameters["state"] ?? "",
    scope: parameters["scope"] ?? "",
    formPost: parameters["response_mode"] === "form_post",
    nonce: parameters["nonce"],
    codeChallenge: parameters["code_challenge"],
    parameters,
  };
  const reason = problemOf(request, provider);
  return reason === undefined ? { kind: "request", request } : { kind: "error", request, reason };
}

function problemOf(
  { parameters, codeChallenge, state }: AuthorizationRequest,
  provider: ProviderDescription,
): string | undefined {
  if (parameters["response_type"] !== "code") return "response_type must be code.";
  if (state === "") return "state is missing.";
  if (provider.pkce && codeChallenge === undefined) return "code_challenge is missing.";
  if (codeChallenge !== undefined && parameters["code_challenge_method"] !== "S256")
    return "code_challenge_method must be S256.";
  if (provider.parameters["response_mode"] !== parameters["response_mode"])
    return "response_mode isn't the one this provider requires.";
  return undefined;
}

export interface Choice {
  readonly person: string;
  readonly failure: Failure;
  readonly enteredPerson: Person;
}

/** The default choice. */
export const defaultChoice: Choice = {
  person: samplePeople[0]?.email ?? someoneElse,
  failure: "none",
  enteredPerson: { name: "", email: "" },
};

/** Reads the choice from the form. */
export function readChoice(form: URLSearchParams): Choice {
  const failure = form.get("failure");
  return {
    person: form.get("person") ?? defaultChoice.person,
    failure: isFailure(failure) ? failure : "none",
    enteredPerson: { name: form.get("name") ?? "", email: form.get("email") ?? "" },
  };
}

/** Returns the chosen person, or undefined if the entered address is malformed. */
export function chosenPerson({ person, enteredPerson }: Choice): Person | undefined {
  return person === someoneElse
    ? parsePerson(enteredPerson.name, enteredPerson.email)
    : samplePeople.find(({ email }) => email === person);
}

/** Returns the response parameters with a code, including Apple's `user`. */
export function successParameters(
  provider: ProviderName,
  { state, formPost }: AuthorizationRequest,
  { code, person, failure }: { code: string; person: Person; failure: Failure },
): URLSearchParams {
  const parameters = new URLSearchParams({ code, state });
  if (failure === "no_code") parameters.delete("code");
  if (failure === "wrong_state") parameters.set("state", alterState(state));
  if (provider === "apple" && formPost) {
    const [firstName, ...others] = person.name.split(" ");
    const name = { firstName, lastName: others.join(" ") };
    parameters.set("user", JSON.stringify({ name, email: person.email }));
  }
  return parameters;
}

/** Returns a well-formed but unknown state. */
function alterState(state: string): string {
  return state.slice(0, -1) + (state.endsWith("0") ? "1" : "0");
}
