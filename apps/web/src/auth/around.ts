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
import { createContext, use } from "react";

/** How many digits our codes have (otp_length in supabase/config.toml). */
export const codeLength = 6;

/** What the backend offers, for the form below. Nothing, where it did not say. */
export const SettingsContext = createContext<AuthSettings>({});

/** Hands it over without making the form anew when more of it is known. */
const told: Extra = { useOptions: (options) => ({ ...options, settings: use(SettingsContext) }) };

/** What stands around the form: everything that the kit has and a backend can show. */
export const aroundTheForm = (): readonly Extra[] => [
  told,
  offered(),
  offlineNotice(),
  lastUsed(),
  errorHelp(),
  passkeys(),
  passwordChecklist(),
  mailHint(),
];

/** The ways in that few people take. */
export const furtherWays = () => moreWays([phone({ codeLength }), singleSignOn(), guest()]);
