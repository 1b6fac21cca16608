import { randomUUID } from "node:crypto";
import type { Context } from "hono";
import { z } from "zod";
import type { AuthContext } from "../../context.ts";
import { badRequest, failure, unprocessable } from "../../errors.ts";
import { refuseLongName } from "../../factors/factor-name.ts";
import { qrCode } from "../../factors/qr-code.ts";
import { createTotpKey } from "../../factors/totp.ts";
import { sealSecret } from "../../factors/totp-secret.ts";
import { createUnverifiedFactor, type Enrollment } from "../../factors/unverified-factor.ts";
import { requirePermanentCaller, requireRecentSession } from "../../guards/second-factor.ts";
import { readPhone } from "../../request/addresses.ts";
import { device, readParams, text } from "../../request/parameters.ts";

const schema = z.object({
  friendly_name: text(),
  factor_type: text(),
  issuer: text(),
  phone: text(),
});

type Params = z.output<typeof schema>;

/** `POST /factors`: enrolls a second factor, which takes effect once it is verified. */
export async function enrollFactor(context: AuthContext, c: Context): Promise<Response> {
  const caller = await requirePermanentCaller(context, c);
  const { user, session } = caller;
  if (!session) {
    throw failure("A valid session and a registered user are required to enroll a factor");
  }
  requireRecentSession(context, caller);
  const params = await readParams(c, schema);
  checkLengths(params);
  const enrollment = { user, session, address: device(c).address };
  const { mfa } = context.config.auth;
  switch (params.factor_type) {
    case "phone":
      if (!mfa.phone.enroll_enabled) {
        throw unprocessable("mfa_phone_enroll_not_enabled", "MFA enroll is disabled for Phone");
      }
      return c.json(await enrollPhone(context, enrollment, params));
    case "totp":
      if (!mfa.totp.enroll_enabled) {
        throw unprocessable("mfa_totp_enroll_not_enabled", "MFA enroll is disabled for TOTP");
      }
      return c.json(await enrollTotp(context, enrollment, params));
    case "webauthn":
      if (!mfa.web_authn.enroll_enabled) {
        throw unprocessable(
          "mfa_webauthn_enroll_not_enabled",
          "MFA enroll is disabled for WebAuthn",
        );
      }
      return c.json(await enrollWebAuthn(context, enrollment, params));
    default:
      throw badRequest("validation_failed", "factor_type needs to be totp, phone, or webauthn");
  }
}

/** The maximum length of the escaped issuer, which the QR code contains twice. */
const maxIssuerLength = 500;

/** @throws {AuthError} */
function checkLengths({ friendly_name: name, issuer }: Params): void {
  refuseLongName(name);
  if (encodeURIComponent(issuer).length > maxIssuerLength) {
    throw badRequest("validation_failed", "issuer is too long");
  }
}

async function enrollTotp(context: AuthContext, enrollment: Enrollment, params: Params) {
  const { user } = enrollment;
  const issuer = params.issuer || new URL(context.config.auth.site_url).host;
  const key = createTotpKey(issuer, user.email || user.phone || user.id);
  const qrCodeImage = drawQrCode(key.uri);
  const id = randomUUID();
  const factor = await createUnverifiedFactor(context, enrollment, {
    id,
    factor_type: "totp",
    friendly_name: params.friendly_name,
    secret: sealSecret(context, id, key.secret),
  });
  return {
    id: factor.id,
    type: "totp",
    friendly_name: params.friendly_name,
    totp: { qr_code: qrCodeImage, secret: key.secret, uri: key.uri },
  };
}

function drawQrCode(uri: string): string {
  try {
    return qrCode(uri);
  } catch (error) {
    throw failure("Error generating QR Code", error);
  }
}

async function enrollPhone(context: AuthContext, enrollment: Enrollment, params: Params) {
  const { friendly_name, phone } = params;
  if (phone === "") {
    throw badRequest("validation_failed", "Phone number required to enroll Phone factor");
  }
  const factor = await createUnverifiedFactor(context, enrollment, {
    factor_type: "phone",
    friendly_name,
    phone: readPhone(phone),
  });
  return { id: factor.id, type: "phone", friendly_name, phone };
}

/** Enrolls a WebAuthn factor. Its key is created later, in the factor's first challenge. */
async function enrollWebAuthn(
  context: AuthContext,
  enrollment: Enrollment,
  { friendly_name }: Params,
) {
  const factor = await createUnverifiedFactor(context, enrollment, {
    factor_type: "webauthn",
    friendly_name,
  });
  return { id: factor.id, type: "webauthn", friendly_name };
}
