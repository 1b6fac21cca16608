import type { RecordedRequest } from "../../../../packages/backend/src/recent-requests/recorded-request.ts";
import { call } from "./call.ts";

export type { RecordedRequest };

export const getRequests = (position: string | undefined, signal: AbortSignal) =>
  call<{ readonly requests: readonly RecordedRequest[]; readonly next: string }>(
    `/requests${position === undefined ? "" : `?after=${encodeURIComponent(position)}`}`,
    { signal },
  );

export interface RepeatedResponse {
  readonly status: number;
  readonly contentType: string | null;
  readonly body: string;
  readonly isCut: boolean;
}

export const repeatRequest = (id: number) =>
  call<RepeatedResponse>(`/requests/${id}/repeat`, { body: {} });

/** Returns the address and the publishable key of the project. */
export async function getProject(): Promise<{
  readonly url: string;
  readonly publishableKey: string;
}> {
  const response = await fetch("/portico.json");
  return response.json();
}
