import { normalizeCode, toAsciiDigits } from "../form/digits.ts";
import type { Call } from "./call.ts";
import { readOutcome } from "./outcome.ts";
import { RefusedRequest } from "./read-form.ts";

/** Answers the second step of a sign-in: verifies a code, or sends one to a phone. */
export async function submitSecondFactor(call: Call, fields: FormData): Promise<Response> {
  const { query, request } = call;
  const factorId = query.get("factor") ?? "";
  // The client puts the id into a request's path, so it must not contain other characters.
  if (!/^[\w-]{1,64}$/.test(factorId))
    throw new RefusedRequest(400, "The address names no factor.");
  const sent = readOutcome(request.headers.get("cookie"), query.get("outcome") ?? "")?.challenge;
  const challengeId = sent?.factorId === factorId ? sent.challengeId : undefined;
  const view = "second_factor";
  try {
    const { auth } = await call.client();
    if (query.has("send")) {
      const { data, error } = await auth.mfa.challenge({ factorId });
      const challenge = { factorId, challengeId: data?.id };
      return call.show({ view, challenge, ...(error && { error: call.errorOf(error) }) });
    }
    const code = String(fields.get("token") ?? "");
    const error = await verify(auth.mfa, { factorId, challengeId, code }, query.get("kind"));
    if (!error) return call.redirect(call.page);
    const challenge = { factorId, challengeId };
    return call.show({ view, challenge, error: { field: "token", ...call.errorOf(error) } });
  } catch (error) {
    return call.show({ view, challenge: { factorId, challengeId }, error: call.errorOf(error) });
  }
}

type Mfa = Awaited<ReturnType<Call["client"]>>["auth"]["mfa"];

async function verify(
  mfa: Mfa,
  {
    factorId,
    challengeId,
    code,
  }: { factorId: string; challengeId?: string | undefined; code: string },
  kind: string | null,
): Promise<Error | null> {
  if (kind === "recovery_code")
    return (await mfa.recoveryCodes.verify({ code: toAsciiDigits(code) })).error;
  const parameters = { factorId, code: normalizeCode(code) };
  const { error } = challengeId
    ? await mfa.verify({ ...parameters, challengeId })
    : await mfa.challengeAndVerify(parameters);
  return error;
}
