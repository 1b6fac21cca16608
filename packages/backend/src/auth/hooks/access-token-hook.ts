import type { JWTPayload } from "jose";
import { z } from "zod";
import type { AuthContext } from "../context.ts";
import { failure } from "../errors.ts";
import { unreadableResponse } from "./hooks.ts";

/** The claims that every access token must have. Errors list the missing ones in this order. */
const requiredClaims = [
  "aud",
  "exp",
  "iat",
  "sub",
  "email",
  "phone",
  "role",
  "aal",
  "session_id",
  "is_anonymous",
] as const;

const integer = z.number().refine(Number.isInteger);
const objectSchema = z.record(z.string(), z.unknown());

/** The reference's JSON Schema of the standard claims, with its type names. */
const claimTypes: Readonly<
  Record<string, { readonly expected: string; readonly schema: z.ZodType }>
> = {
  aud: { expected: "string/array", schema: z.union([z.string(), z.array(z.unknown())]) },
  exp: { expected: "integer", schema: integer },
  jti: { expected: "string", schema: z.string() },
  iat: { expected: "integer", schema: integer },
  iss: { expected: "string", schema: z.string() },
  nbf: { expected: "integer", schema: integer },
  sub: { expected: "string", schema: z.string() },
  email: { expected: "string", schema: z.string() },
  phone: { expected: "string", schema: z.string() },
  app_metadata: { expected: "object", schema: objectSchema },
  user_metadata: { expected: "object", schema: objectSchema },
  role: { expected: "string", schema: z.string() },
  aal: { expected: "string", schema: z.string() },
  amr: { expected: "array", schema: z.array(z.union([z.string(), objectSchema])) },
  session_id: { expected: "string", schema: z.string() },
  client_id: { expected: "string", schema: z.string() },
};

/**
 * Passes an access token's claims to the hook `custom_access_token`, and returns the claims that the hook returns.
 * Without a hook, returns the claims unchanged.
 *
 * @param method the method of the sign-in, or `token_refresh`
 * @throws {AuthError} 500 if the hook's claims are invalid
 */
export async function customizeClaims(
  context: AuthContext,
  claims: JWTPayload,
  method: string,
): Promise<JWTPayload> {
  if (!context.hooks.isEnabled("custom_access_token")) return claims;
  const response = await context.hooks.call("custom_access_token", {
    user_id: claims.sub,
    claims,
    authentication_method: method,
  });
  if (!Object.hasOwn(response, "claims")) throw failure("output claims field is missing");
  const customizedClaims = objectSchema.safeParse(response["claims"]);
  if (!customizedClaims.success) throw unreadableResponse();
  refuseMalformed(customizedClaims.data);
  return customizedClaims.data;
}

function refuseMalformed(claims: Readonly<Record<string, unknown>>): void {
  const missingProblems = requiredClaims
    .filter((claim) => !Object.hasOwn(claims, claim))
    .map((claim) => `(root): ${claim} is required`);
  const typeProblems = Object.entries(claimTypes)
    .filter(([claim, { schema }]) => {
      return Object.hasOwn(claims, claim) && !schema.safeParse(claims[claim]).success;
    })
    .map(([claim, { expected }]) => {
      return `${claim}: Invalid type. Expected: ${expected}, given: ${typeOf(claims[claim])}`;
    });
  const problems = [...missingProblems, ...typeProblems].map((problem) => `- ${problem}\n`);
  if (problems.length === 0) return;
  throw failure(`output claims do not conform to the expected schema: \n${problems.join("")}`);
}

/** Returns the JSON Schema type of a value. */
function typeOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  return typeof value;
}
