import { call } from "./call.ts";
import type { RunAs } from "./rows.ts";

/** A key and a short token with which the page calls a wire as a role or user. */
export interface Credentials {
  readonly apiKey: string;
  /** The access token. A visitor has none. */
  readonly token: string | null;
  readonly lifetimeSeconds: number;
}

export const getCredentials = (as: RunAs, signal?: AbortSignal) =>
  call<Credentials>("/credentials", { body: { as }, ...(signal && { signal }) });
