import {
  type AuthSettings,
  type Extra,
  errorHelp,
  guest,
  lastUsed,
  mailHint,
  moreWays,
  offered,
  offlineNotice,
  passkeys,
  passwordChecklist,
  phone,
  singleSignOn,
} from "@portico/react/around";

/** How many digits our codes have (otp_length in supabase/config.toml). */
export const codeLength = 6;

/** What stands around the form: everything that the kit has and this backend can show. */
export function aroundTheForm(settings: AuthSettings | undefined): readonly Extra[] {
  return [
    ...(settings ? [offered({ settings })] : []),
    offlineNotice(),
    lastUsed(),
    errorHelp(),
    passkeys(),
    passwordChecklist(),
    mailHint(),
  ];
}

/** The ways in that few people take. */
export const furtherWays = () => moreWays([phone({ codeLength }), singleSignOn(), guest()]);
