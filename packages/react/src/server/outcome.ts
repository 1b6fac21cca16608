import { isLinkType, type LinkType } from "../address/link-types.ts";
import type { AuthHandlerState, HandlerError } from "../form/handler-state.ts";
import { type ViewType, viewTypes } from "../view-names.ts";
import type { CookieToSet } from "./cookies.ts";
import { handlerCookie, readHandlerCookie } from "./handler-cookies.ts";
import { isOtpType } from "./otp-types.ts";

/** What the next page shows: the part of the state that a submission determines. */
export interface Outcome
  extends Pick<AuthHandlerState, "otpType" | "values" | "error" | "confirmation"> {
  readonly view: OutcomeView;
  readonly link?: OpenedLink | undefined;
  readonly challenge?: Challenge | undefined;
}

/** A view of the form, or the second step of a sign-in. */
export type OutcomeView = ViewType | "second_factor";

/** The second factor that the user confirms. */
export interface Challenge {
  readonly factorId: string;
  /** The challenge, if a code was sent to a phone. */
  readonly challengeId?: string | undefined;
}

/** An opened link that still needs the user's confirmation. The page does not receive its token. */
export interface OpenedLink {
  readonly type: LinkType;
  /** Undefined if the token was used, but the other address of an address change must still be confirmed. */
  readonly tokenHash?: string | undefined;
}

/*
 * An outcome is kept in a cookie, and the page's address has its id. So a reload shows the outcome again, another tab
 * does not, and neither the address nor the history contains an e-mail or a message.
 */

export const outcomeCookieName = "portico-outcome";
const maxAgeSeconds = 300;
/** The default lifetime of a link. A page that asks for its confirmation may stay open that long. */
const maxLinkAgeSeconds = 3_600;

/** A cookie may have 4096 bytes, including its name and attributes. Encoding makes the text a third longer. */
const maxCookieCharacters = 3_600;
const maxValueCharacters = 320;
const maxMessageCharacters = 500;

/** Returns the cookie that keeps an outcome. */
export function outcomeCookie(id: string, outcome: Outcome, isSecure: boolean): CookieToSet {
  const bounded = limitLengths(outcome);
  const text = encode(bounded);
  const { values: _, ...withoutValues } = bounded;
  const fitting = text.length <= maxCookieCharacters ? text : encode(withoutValues);
  return handlerCookie(outcomeCookieName, `${id}.${fitting}`, isSecure, {
    httpOnly: true,
    maxAge: outcome.link ? maxLinkAgeSeconds : maxAgeSeconds,
  });
}

/** Returns the outcome with this id, or undefined if the cookie has none. */
export function readOutcome(cookieHeader: string | null, id: string): Outcome | undefined {
  const value = readHandlerCookie(cookieHeader, outcomeCookieName).find((item) =>
    item.startsWith(`${id}.`),
  );
  return value === undefined ? undefined : parse(value.slice(id.length + 1));
}

function limitLengths({ values, error, ...outcome }: Outcome): Outcome {
  const short = Object.entries(values ?? {}).filter(
    ([, { length }]) => length <= maxValueCharacters,
  );
  return {
    ...outcome,
    values: short[0] && Object.fromEntries(short),
    error: error && { ...error, message: error.message.slice(0, maxMessageCharacters) },
  };
}

function encode(outcome: Outcome): string {
  const bytes = new TextEncoder().encode(JSON.stringify(outcome));
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""))
    .replace(/\+/g, "-")
    .replace(/\//g, "_")
    .replace(/=/g, "");
}

function parse(text: string): Outcome | undefined {
  try {
    const binary = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    const { view, otpType, values, error, confirmation, link, challenge } = object(
      JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)),
    );
    if (!isView(view) && view !== "second_factor") return undefined;
    return {
      view,
      ...(isOtpType(otpType) && { otpType }),
      ...(values ? { values: stringProperties(object(values)) } : undefined),
      ...(error ? { error: parseError(object(error)) } : undefined),
      ...(link ? { link: parseLink(object(link)) } : undefined),
      ...(challenge ? { challenge: parseChallenge(object(challenge)) } : undefined),
      ...(Array.isArray(confirmation) &&
        isView(confirmation[0]) && { confirmation: [confirmation[0], `${confirmation[1]}`] }),
    };
  } catch {
    return undefined;
  }
}

function parseError({ status, ...error }: Readonly<Record<string, unknown>>): HandlerError {
  return { message: "", ...stringProperties(error), ...(typeof status === "number" && { status }) };
}

function parseLink({ type, tokenHash }: Readonly<Record<string, unknown>>): OpenedLink | undefined {
  if (!isLinkType(type)) return undefined;
  return { type, ...(typeof tokenHash === "string" && { tokenHash }) };
}

function parseChallenge(challenge: Readonly<Record<string, unknown>>): Challenge {
  return { factorId: "", ...stringProperties(challenge) };
}

function stringProperties(properties: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(properties).filter(
      (entry): entry is [string, string] => typeof entry[1] === "string",
    ),
  );
}

function object(value: unknown): Readonly<Record<string, unknown>> {
  return Object(value);
}

/** Returns whether a value is the name of a view. */
export function isView(value: unknown): value is ViewType {
  return viewTypes.some((view) => view === value);
}
