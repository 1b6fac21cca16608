import {
  AuthApiError,
  AuthInvalidTokenResponseError,
  AuthPKCECodeVerifierMissingError,
  AuthRetryableFetchError,
  AuthSessionMissingError,
  AuthUnknownError,
} from "@supabase/auth-js";
import { describe, expect, test } from "vitest";
import { en, type Words } from "../i18n/en.ts";
import { FieldError, failureOf } from "./failure.ts";

describe("the failure of an error", () => {
  test("a failure shows the server's message unchanged", () => {
    const error = new AuthApiError("Invalid login credentials", 400, "invalid_credentials");
    expect(failureOf(error, en)).toEqual({ message: "Invalid login credentials" });
  });

  test("a failure shows the application's own text for the code", () => {
    const texts: Words = { ...en, errors: { invalid_credentials: "Identifiants invalides" } };
    const error = new AuthApiError("Invalid login credentials", 400, "invalid_credentials");
    expect(failureOf(error, texts).message).toBe("Identifiants invalides");
  });

  test("a failure names the field that the code is about", () => {
    const weakPassword = new AuthApiError("Password should be longer", 422, "weak_password");
    expect(failureOf(weakPassword, en).field).toBe("password");
    expect(failureOf(new FieldError("email", "Which?"), en)).toEqual({
      message: "Which?",
      field: "email",
    });
  });

  test.each([
    ["email_address_invalid", "email"],
    ["email_address_not_authorized", "email"],
    ["email_exists", "email"],
    ["email_not_confirmed", "email"],
    ["user_already_exists", "email"],
    ["phone_exists", "phone"],
    ["phone_not_confirmed", "phone"],
    ["same_password", "password"],
    ["otp_expired", "token"],
    ["email_provider_disabled", undefined],
    ["invalid_credentials", undefined],
  ])("the code %s is about the field %s", (code, field) => {
    expect(failureOf(new AuthApiError("No", 400, code), en).field).toBe(field);
  });

  test.each([
    ["no response, from the reference client", new AuthRetryableFetchError("Failed to fetch", 0)],
    ["no response, from Chromium's fetch", new TypeError("Failed to fetch")],
    ["no response, from Safari's fetch", new TypeError("Load failed")],
    ["no response, from Firefox's fetch", new TypeError("NetworkError when attempting to fetch")],
  ])("a failure tells that the server cannot be reached: %s", (_, error) => {
    expect(failureOf(error, en).message).toBe(en.common.network_error);
  });

  test.each([
    ["an empty body", new AuthRetryableFetchError("{}", 502)],
    ["a bug in the client", new TypeError("x is not a function")],
    ["undefined", undefined],
    ["an object without a message", {}],
    ["a page of a proxy", new AuthUnknownError("Unexpected token '<'", new Response())],
    ["the reason phrase of a proxy", new AuthRetryableFetchError("Bad Gateway", 502)],
    ["nginx's own phrase", new AuthRetryableFetchError("Service Temporarily Unavailable", 503)],
    ["the client's own phrase", new AuthRetryableFetchError("HTTP 504", 504)],
    ["a session that the client lacks", new AuthSessionMissingError()],
    ["a response without a session", new AuthInvalidTokenResponseError()],
    ["a code that another browser requested", new AuthPKCECodeVerifierMissingError()],
  ])("a failure tells that something went wrong: %s", (_, error) => {
    expect(failureOf(error, en).message).toBe(en.common.unexpected_error);
  });

  test("a failure shows the server's message for an error of the server", () => {
    const error = new AuthRetryableFetchError("Database error saving new user", 500);
    expect(failureOf(error, en).message).toBe("Database error saving new user");
  });

  test("a failure shows the application's own text for an error of the client, by its name", () => {
    const texts: Words = { ...en, errors: { AuthSessionMissingError: "Sign in again" } };
    expect(failureOf(new AuthSessionMissingError(), texts).message).toBe("Sign in again");
  });

  test("a failure shows a thrown string", () => {
    expect(failureOf("Come back later", en).message).toBe("Come back later");
  });
});
