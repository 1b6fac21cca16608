import { needsBrowser } from "./needs-browser.ts";

export * from "../index.ts";

export const Auth = needsBrowser("Auth");
export const SignIn = needsBrowser("SignIn");
export const SignUp = needsBrowser("SignUp");
export const MagicLink = needsBrowser("MagicLink");
export const SocialAuth = needsBrowser("SocialAuth");
export const ForgottenPassword = needsBrowser("ForgottenPassword");
export const UpdatePassword = needsBrowser("UpdatePassword");
export const VerifyOtp = needsBrowser("VerifyOtp");
export const UserContextProvider = needsBrowser("UserContextProvider");
