import type { Context } from "hono";
import { DatabaseError } from "../../../database/errors.ts";
import type { Connection } from "../../../database/port.ts";
import { recordAudit, userActor } from "../../audit/log.ts";
import type { AuthContext } from "../../context.ts";
import { unprocessable } from "../../errors.ts";
import {
  requireFullAssurance,
  requirePermanentCaller,
  requireRecentSession,
} from "../../guards/second-factor.ts";
import type { SignedInCaller } from "../../identify-caller.ts";
import { createPasskeyChallenge } from "../../passkeys/challenge-store.ts";
import { createPasskey, descriptorOf, type Passkey, passkeysOf } from "../../passkeys/passkeys.ts";
import { device } from "../../request/parameters.ts";
import { keepSessionAlive } from "../../sessions/sessions.ts";
import { lockUser, type User } from "../../users/users.ts";
import { readAttestation, verifyAttestation } from "../../webauthn/attestation.ts";
import type { Credential } from "../../webauthn/credential.ts";
import { creationOptions } from "../../webauthn/options.ts";
import { relyingParty } from "../../webauthn/relying-party.ts";
import { takeCeremonyResponse, toPasskeyError, userVerification } from "./request.ts";

/** The most passkeys per user (supabase/auth, `GOTRUE_PASSKEY_MAX_PASSKEYS_PER_USER`). */
const maxPasskeys = 10;

/** `POST /passkeys/registration/options`: returns the browser's options for creating a passkey. */
export async function beginRegistration(context: AuthContext, c: Context): Promise<Response> {
  const { user } = await requirePasskeyOwner(context, c);
  const passkeys = await passkeysOf(context.database, user.id);
  refuseTooMany(passkeys);
  const ceremony = { type: "registration", userId: user.id } as const;
  const { id, challenge, expiresAt } = await createPasskeyChallenge(context.database, ceremony);
  const rp = relyingParty(context.config);
  return c.json({
    challenge_id: id,
    options: {
      ...creationOptions(rp, challenge, accountOf(user), passkeys.map(descriptorOf)),
      // The passkey must be discoverable, because the user is unknown at sign-in.
      authenticatorSelection: { residentKey: "required", userVerification },
      attestation: "none",
    },
    expires_at: expiresAt,
  });
}

/** `POST /passkeys/registration/verify`: stores the new passkey if the browser's response is valid. */
export async function finishRegistration(context: AuthContext, c: Context): Promise<Response> {
  const { user, session } = await requirePasskeyOwner(context, c);
  const ceremony = { type: "registration", userId: user.id } as const;
  const { challenge, credential } = await takeCeremonyResponse(context, c, ceremony);
  const verifiedCredential = await verify(context, challenge, credential);
  const passkey = await context.database.transaction(async (connection) => {
    await lockUser(connection, user.id);
    await keepSessionAlive(connection, session?.id);
    refuseTooMany(await passkeysOf(connection, user.id));
    const createdPasskey = await store(connection, user, verifiedCredential);
    const traits = { passkey_id: createdPasskey.id };
    await recordAudit(connection, userActor(user), "passkey_created", traits, device(c).address);
    return createdPasskey;
  });
  return c.json({
    id: passkey.id,
    friendly_name: passkey.friendlyName,
    created_at: passkey.createdAt,
  });
}

/** Returns the caller if they may add a passkey to their account. */
async function requirePasskeyOwner(context: AuthContext, c: Context): Promise<SignedInCaller> {
  const caller = await requirePermanentCaller(context, c);
  if (caller.user.is_sso_user) {
    throw unprocessable("validation_failed", "SSO users cannot register passkeys");
  }
  await requireFullAssurance(context, caller, "manage passkeys");
  requireRecentSession(context, caller);
  return caller;
}

function refuseTooMany(passkeys: readonly Passkey[]): void {
  if (passkeys.length < maxPasskeys) return;
  throw unprocessable("too_many_passkeys", "Maximum number of passkeys reached");
}

/** Returns the account name that the browser's list of passkeys shows. */
function accountOf(user: User) {
  const name = user.email || user.phone || "";
  const metadataName = user.raw_user_meta_data?.["name"];
  const displayName = typeof metadataName === "string" && metadataName !== "" ? metadataName : name;
  return { userId: user.id, name, displayName };
}

async function verify(
  context: AuthContext,
  challenge: string,
  credential: unknown,
): Promise<Credential> {
  try {
    const attestation = await readAttestation(credential);
    const expected = { challenge, userVerification };
    return await verifyAttestation(relyingParty(context.config), expected, attestation);
  } catch (error) {
    throw toPasskeyError(error);
  }
}

async function store(connection: Connection, user: User, credential: Credential): Promise<Passkey> {
  return createPasskey(connection, user.id, credential).catch((error: unknown) => {
    if (!(error instanceof DatabaseError) || error.code !== "23505") throw error;
    throw unprocessable("webauthn_credential_exists", "This credential is already registered");
  });
}
