import type { AuthSettings } from "@portico/react/plugins";
import type { FollowedRecovery } from "@portico/react/protected";
import { createContext, type ReactNode, use } from "react";
import type { Authentication } from "./auth-client.ts";
import type { Configuration } from "./configuration.ts";

/** The backend: its configuration, its auth client, and the known facts about this tab's session. */
export interface Backend extends Authentication {
  readonly configuration: Configuration;
  readonly recovery: FollowedRecovery;
  /** Resolves to the backend's settings, or to undefined if the backend does not answer. */
  readonly settings: Promise<AuthSettings | undefined>;
  /** The settings that the prerendered page was built with; undefined if the page was not prerendered. */
  readonly prerenderedSettings: AuthSettings | undefined;
  /** True if the address contained a session. */
  readonly hasSessionLink: boolean;
  /** True if neither the storage nor the address contains a session to check. */
  readonly isSignedOut: boolean;
}

const BackendContext = createContext<Backend | null>(null);

/** Provides the backend to its children. */
export function BackendProvider({ backend, children }: { backend: Backend; children: ReactNode }) {
  return <BackendContext value={backend}>{children}</BackendContext>;
}

/** Returns the backend. */
export function useBackend(): Backend {
  const backend = use(BackendContext);
  if (!backend) throw new Error("useBackend must be used within a BackendProvider.");
  return backend;
}
