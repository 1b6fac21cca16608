import { call } from "./call.ts";

/** A request that the server answered, without its secrets. */
export interface RecordedRequest {
  readonly id: number;
  readonly at: number;
  readonly wire: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly durationMs: number;
  readonly caller: {
    readonly role: string | null;
    readonly user: string | null;
    readonly email: string | null;
    readonly token: "none" | "valid" | "expired" | "refused";
  };
  readonly errorCode: string | null;
  readonly rows: number | null;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string | null;
  readonly isComplete: boolean;
  readonly statements: readonly {
    readonly text: string;
    readonly durationMs: number;
    readonly sqlstate: string | null;
  }[];
  readonly messages: readonly string[];
  readonly logs: readonly { readonly at: number; readonly level: string; readonly text: string }[];
}

export const getRequests = (position: string | undefined, signal: AbortSignal) =>
  call<{ readonly requests: readonly RecordedRequest[]; readonly next: string }>(
    `/requests${position === undefined ? "" : `?after=${encodeURIComponent(position)}`}`,
    { signal },
  );

export interface RepeatedAnswer {
  readonly status: number;
  readonly contentType: string | null;
  readonly body: string;
  readonly isCut: boolean;
}

export const repeatRequest = (id: number) =>
  call<RepeatedAnswer>(`/requests/${id}/repeat`, { body: {} });

/** Returns the address and the publishable key of the project. */
export async function getProject(): Promise<{
  readonly url: string;
  readonly publishableKey: string;
}> {
  const answer = await fetch("/portico.json");
  return answer.json();
}
