import type { AuthSettings } from "@portico/react/plugins";
import type { FollowedRecovery } from "@portico/react/protected";
import { createContext, type ReactNode, use } from "react";
import type { Authentication } from "./auth-client.ts";
import type { Configuration } from "./configuration.ts";

/** One backend: where it is, how to talk to it, and what of the session only this tab knows. */
export interface Backend extends Authentication {
  readonly configuration: Configuration;
  readonly recovery: FollowedRecovery;
  /** Its settings; undefined where they are unknown. */
  readonly settings: Promise<AuthSettings | undefined>;
  /** The settings that the page's markup shows; undefined where it shows none. */
  readonly assumed: AuthSettings | undefined;
  /** True when the address brought a session. */
  readonly arriving: boolean;
  /** True when nobody is signed in: there is no session to check. */
  readonly empty: boolean;
}

const BackendContext = createContext<Backend | null>(null);

/** Hands one backend to everything below it. */
export function BackendProvider({ backend, children }: { backend: Backend; children: ReactNode }) {
  return <BackendContext value={backend}>{children}</BackendContext>;
}

/** The backend that the application talks to. */
export function useBackend(): Backend {
  const backend = use(BackendContext);
  if (!backend) throw new Error("useBackend must be used within a BackendProvider.");
  return backend;
}
