import { throwInServerComponent } from "./throw-in-server-component.ts";

export * from "../index.ts";

export const Auth = throwInServerComponent("Auth");
export const SignIn = throwInServerComponent("SignIn");
export const SignUp = throwInServerComponent("SignUp");
export const MagicLink = throwInServerComponent("MagicLink");
export const SocialAuth = throwInServerComponent("SocialAuth");
export const ForgottenPassword = throwInServerComponent("ForgottenPassword");
export const UpdatePassword = throwInServerComponent("UpdatePassword");
export const VerifyOtp = throwInServerComponent("VerifyOtp");
export const UserContextProvider = throwInServerComponent("UserContextProvider");
