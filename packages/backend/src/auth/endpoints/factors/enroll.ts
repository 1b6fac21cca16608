import { randomUUID } from "node:crypto";
import type { Context } from "hono";
import { z } from "zod";
import type { Connection } from "../../../database/port.ts";
import { recordAudit, userAs } from "../../audit/log.ts";
import type { Auth } from "../../context.ts";
import { badRequest, failure, forbidden, unprocessable } from "../../errors.ts";
import { qrCode } from "../../factors/qr-code.ts";
import { sealSecret } from "../../factors/secret.ts";
import { createTotpKey } from "../../factors/totp.ts";
import { requirePermanentCaller, requireRecentSession } from "../../guards/second-factor.ts";
import { readPhone } from "../../request/addresses.ts";
import { device, readParams, text } from "../../request/parameters.ts";
import { keepSessionAlive, type Session } from "../../sessions/sessions.ts";
import {
  createFactor,
  deleteFactor,
  deleteUnfinishedFactors,
  type Factor,
  factorsOf,
  hasVerified,
  type NewFactor,
} from "../../users/factors.ts";
import { lockUser, type User } from "../../users/users.ts";

const schema = z.object({
  friendly_name: text(),
  factor_type: text(),
  issuer: text(),
  phone: text(),
});

/** A requested factor, its user, and their session. */
interface Enrollment {
  readonly user: User;
  readonly session: Session;
  readonly params: z.output<typeof schema>;
}

/** `POST /factors`: enrolls a second factor, which takes effect once it is verified. */
export async function enrollFactor(auth: Auth, c: Context): Promise<Response> {
  const caller = await requirePermanentCaller(auth, c);
  const { user, session } = caller;
  if (!session) {
    throw failure("A valid session and a registered user are required to enroll a factor");
  }
  requireRecentSession(auth, caller);
  const params = await readParams(c, schema);
  checkLengths(params);
  const enrolment = { user, session, params };
  const { mfa } = auth.config.auth;
  switch (params.factor_type) {
    case "phone":
      if (!mfa.phone.enroll_enabled) {
        throw unprocessable("mfa_phone_enroll_not_enabled", "MFA enroll is disabled for Phone");
      }
      return c.json(await enrollPhone(auth, c, enrolment));
    case "totp":
      if (!mfa.totp.enroll_enabled) {
        throw unprocessable("mfa_totp_enroll_not_enabled", "MFA enroll is disabled for TOTP");
      }
      return c.json(await enrollTotp(auth, c, enrolment));
    case "webauthn":
      if (!mfa.web_authn.enroll_enabled) {
        throw unprocessable(
          "mfa_webauthn_enroll_not_enabled",
          "MFA enroll is disabled for WebAuthn",
        );
      }
      return c.json(await enrollWebAuthn(auth, c, enrolment));
    default:
      throw badRequest("validation_failed", "factor_type needs to be totp, phone, or webauthn");
  }
}

/** In characters. The names are indexed. */
const maxNameLength = 255;

/** In escaped characters. The QR code contains the issuer twice. */
const maxIssuerLength = 500;

/** @throws {AuthError} */
function checkLengths({ friendly_name: name, issuer }: Enrollment["params"]): void {
  if (name.length > maxNameLength) {
    throw badRequest(
      "validation_failed",
      `friendly_name must be ${maxNameLength} characters or less`,
    );
  }
  if (encodeURIComponent(issuer).length > maxIssuerLength) {
    throw badRequest("validation_failed", "issuer is too long");
  }
}

async function enrollTotp(auth: Auth, c: Context, enrolment: Enrollment) {
  const { user, session, params } = enrolment;
  const issuer = params.issuer || new URL(auth.config.auth.site_url).host;
  const key = createTotpKey(issuer, user.email || user.phone || user.id);
  const image = drawQrCode(key.uri);
  const factor = await auth.database.transaction(async (connection) => {
    await lockUser(connection, user.id);
    await keepSessionAlive(connection, session.id);
    await refuseTooMany(auth, connection, enrolment);
    const id = randomUUID();
    return createAndRecord(connection, c, user, {
      id,
      factor_type: "totp",
      friendly_name: params.friendly_name,
      secret: sealSecret(auth, id, key.secret),
    });
  });
  return {
    id: factor.id,
    type: "totp",
    friendly_name: params.friendly_name,
    totp: { qr_code: image, secret: key.secret, uri: key.uri },
  };
}

function drawQrCode(uri: string): string {
  try {
    return qrCode(uri);
  } catch (error) {
    throw failure("Error generating QR Code", error);
  }
}

async function enrollPhone(auth: Auth, c: Context, enrolment: Enrollment) {
  const { user, session, params } = enrolment;
  if (params.phone === "") {
    throw badRequest("validation_failed", "Phone number required to enroll Phone factor");
  }
  const phone = readPhone(params.phone);
  const factor = await auth.database.transaction(async (connection) => {
    await lockUser(connection, user.id);
    await keepSessionAlive(connection, session.id);
    const factors = await factorsOf(connection, user.id);
    for (const existing of factors.filter((factor) => factor.phone === phone)) {
      if (existing.status === "verified") {
        throw unprocessable(
          "mfa_verified_factor_exists",
          "A verified phone factor already exists, unenroll the existing factor to continue",
        );
      }
      await deleteFactor(connection, existing.id);
    }
    await refuseTooMany(auth, connection, enrolment);
    return createAndRecord(connection, c, user, {
      factor_type: "phone",
      friendly_name: params.friendly_name,
      phone,
    });
  });
  return { id: factor.id, type: "phone", friendly_name: params.friendly_name, phone: params.phone };
}

/** The first challenge of the factor creates the key itself. */
async function enrollWebAuthn(auth: Auth, c: Context, enrolment: Enrollment) {
  const { user, session, params } = enrolment;
  const { friendly_name } = params;
  const factor = await auth.database.transaction(async (connection) => {
    await lockUser(connection, user.id);
    await keepSessionAlive(connection, session.id);
    await refuseTooMany(auth, connection, enrolment);
    return createAndRecord(connection, c, user, { factor_type: "webauthn", friendly_name });
  });
  return { id: factor.id, type: "webauthn", friendly_name };
}

async function createAndRecord(
  connection: Connection,
  c: Context,
  user: User,
  newFactor: NewFactor,
): Promise<Factor> {
  const factor = await createFactor(connection, user.id, newFactor);
  const traits = {
    factor_id: factor.id,
    ...(factor.factor_type === "totp" ? {} : { factor_type: factor.factor_type }),
  };
  const { address } = device(c);
  await recordAudit(connection, userAs(user), "factor_in_progress", traits, address);
  return factor;
}

/** @throws {AuthError} when the user has too many factors, or another one with this name */
async function refuseTooMany(
  auth: Auth,
  connection: Connection,
  { user, session, params: { friendly_name: name } }: Enrollment,
): Promise<void> {
  await deleteUnfinishedFactors(connection);
  const factors = await factorsOf(connection, user.id);
  if (factors.some(({ friendly_name }) => (friendly_name ?? "") === name)) {
    throw unprocessable(
      "mfa_factor_name_conflict",
      `A factor with the friendly name ${JSON.stringify(name)} for this user already exists`,
    );
  }
  if (factors.length >= auth.config.auth.mfa.max_enrolled_factors) {
    throw unprocessable(
      "too_many_enrolled_mfa_factors",
      "Maximum number of verified factors reached, unenroll to continue",
    );
  }
  if (hasVerified(factors) && session.aal !== "aal2") {
    throw forbidden("insufficient_aal", "AAL2 required to enroll a new factor");
  }
}
