import type { Credentials } from "../../../../packages/backend/src/desk/page-credentials.ts";
import { call } from "./call.ts";
import type { RunAs } from "./rows.ts";

export type { Credentials };

export const getCredentials = (as: RunAs, signal?: AbortSignal) =>
  call<Credentials>("/credentials", { body: { as }, ...(signal && { signal }) });
