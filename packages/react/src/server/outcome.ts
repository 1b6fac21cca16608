import type { AuthHandlerState, HandlerError } from "../form/handler-state.ts";
import { type ViewType, viewTypes } from "../view-names.ts";
import { type CookieToSet, parseCookies } from "./cookies.ts";
import { isOtpType } from "./otp-types.ts";

/** The outcome that the next page shows: the part of the state that a submission determines. */
export type Outcome = Pick<
  AuthHandlerState,
  "view" | "otpType" | "values" | "error" | "confirmation"
>;

/** An outcome of a view. */
export interface PageOutcome extends Outcome {
  readonly view: ViewType;
}

/*
 * An outcome is kept in a cookie, and the address of the page has its id. A reload shows the outcome again, another tab
 * does not, and neither the address nor the history contains an e-mail or a message.
 */

const cookieName = "portico-outcome";
/** Browsers accept this name only from the host itself, not from its subdomains. */
const secureName = `__Host-${cookieName}`;
const maxAgeSeconds = 300;

/** A cookie may have 4096 bytes, its name and attributes included. Encoding makes the text a third longer. */
const maxCookieCharacters = 3_600;
const maxValueCharacters = 320;
const maxMessageCharacters = 500;

/** Returns the cookie that keeps an outcome. */
export function outcomeCookie(id: string, outcome: PageOutcome, isSecure: boolean): CookieToSet {
  const bounded = bound(outcome);
  const text = encode(bounded);
  const { values: _, ...withoutValues } = bounded;
  const fitting = text.length <= maxCookieCharacters ? text : encode(withoutValues);
  return cookie(isSecure, `${id}.${fitting}`, maxAgeSeconds);
}

/** Returns the cookies that remove the outcome of an earlier submission, if the request has one. */
export function removedOutcome(cookieHeader: string | null): CookieToSet[] {
  return parseCookies(cookieHeader)
    .filter(({ name }) => name === cookieName || name === secureName)
    .map(({ name }) => cookie(name === secureName, "", 0));
}

/** Returns the outcome with this id, or undefined if the cookie has none. */
export function readOutcome(cookieHeader: string | null, id: string): Outcome | undefined {
  const cookies = parseCookies(cookieHeader);
  const value = [secureName, cookieName]
    .map((name) => cookies.find((item) => item.name === name)?.value)
    .find((item) => item?.startsWith(`${id}.`));
  return value === undefined ? undefined : parse(value.slice(id.length + 1));
}

function cookie(isSecure: boolean, value: string, maxAge: number): CookieToSet {
  return {
    name: isSecure ? secureName : cookieName,
    value,
    options: { httpOnly: true, maxAge, path: "/", sameSite: "lax", secure: isSecure },
  };
}

function bound({ values, error, ...outcome }: Outcome): Outcome {
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
    const { view, otpType, values, error, confirmation } = object(
      JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)),
    );
    if (!isView(view)) return undefined;
    return {
      view,
      ...(isOtpType(otpType) && { otpType }),
      ...(values ? { values: strings(object(values)) } : undefined),
      ...(error ? { error: parseError(object(error)) } : undefined),
      ...(Array.isArray(confirmation) &&
        isView(confirmation[0]) && { confirmation: [confirmation[0], `${confirmation[1]}`] }),
    };
  } catch {
    return undefined;
  }
}

function parseError({ status, ...error }: Readonly<Record<string, unknown>>): HandlerError {
  return { message: "", ...strings(error), ...(typeof status === "number" && { status }) };
}

function strings(properties: Readonly<Record<string, unknown>>): Record<string, string> {
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
