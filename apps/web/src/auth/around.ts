import {
  type AuthSettings,
  type Extra,
  errorHelp,
  lastUsed,
  mailHint,
  offered,
  offlineNotice,
  passkeys,
  passwordChecklist,
  singleSignOn,
} from "@portico/react/around";

/** What stands around the form: everything that the kit has and this backend can show. */
export function aroundTheForm(settings: AuthSettings | undefined): readonly Extra[] {
  return [
    ...(settings ? [offered({ settings })] : []),
    offlineNotice(),
    singleSignOn(),
    errorHelp(),
    lastUsed(),
    passkeys(),
    passwordChecklist(),
    mailHint(),
  ];
}
