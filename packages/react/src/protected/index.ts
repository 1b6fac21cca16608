/** The gate of an application, and the second step of sign-in. */
export type { HandlerError, HandlerSecondFactor } from "../form/handler-state.ts";
export type { FactorKind, UsableFactor } from "../session/assurance.ts";
export { type FollowedRecovery, followRecovery, type Recovery } from "../session/recovery.ts";
export type { GateClient, ProtectedClient, SecondFactorClient } from "./client.ts";
export { en, type GateLocale, type GateWords } from "./en.ts";
export { Protected, type ProtectedProps } from "./protected.tsx";
export { SecondFactor, type SecondFactorProps } from "./second-factor.tsx";
export { Still, type StillProps } from "./still.tsx";
export { type Gate, type GateOptions, type GateState, useGate } from "./use-gate.ts";
export {
  type GateLocalization,
  type SecondFactorOptions,
  type SecondFactorStep,
  useSecondFactor,
} from "./use-second-factor.ts";
