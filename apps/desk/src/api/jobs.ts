import { call } from "./call.ts";

export interface JobRun {
  readonly id: number;
  readonly status: string;
  readonly message: string | null;
  readonly startedAt: string | null;
  readonly durationMs: number | null;
}

export interface CronJob {
  readonly id: number;
  readonly name: string | null;
  readonly schedule: string;
  readonly command: string;
  readonly isActive: boolean;
  readonly user: string;
  readonly nextRunAt: string | null;
  readonly lastRun: JobRun | null;
}

export interface Queue {
  readonly name: string;
  readonly length: number;
  readonly visible: number;
  readonly oldestSeconds: number | null;
  readonly total: number;
  readonly archived: number;
}

export interface Webhook {
  readonly schema: string;
  readonly table: string;
  readonly name: string;
  readonly method: string | null;
  readonly url: string | null;
  readonly isEnabled: boolean;
  readonly sent: number;
}

export interface WebRequest {
  readonly id: number;
  readonly webhook: string | null;
  readonly status: number | null;
  readonly error: string | null;
  readonly isTimeout: boolean;
  readonly body: string | null;
  readonly at: string;
}

/** Everything that runs by itself; null for what is not installed. */
export interface Jobs {
  readonly cron: readonly CronJob[] | null;
  readonly queues: readonly Queue[] | null;
  readonly webhooks: {
    readonly webhooks: readonly Webhook[];
    readonly waiting: number;
    readonly requests: readonly WebRequest[];
  } | null;
}

export interface QueueMessage {
  readonly id: string;
  readonly reads: number;
  readonly enqueuedAt: string;
  readonly visibleAt: string;
  readonly archivedAt: string | null;
  readonly message: string | null;
  readonly isCut: boolean;
}

export const getJobs = () => call<Jobs>("/jobs");

export const getRuns = (id: number) =>
  call<{ readonly runs: readonly JobRun[] }>("/jobs/runs", { body: { id } });

export const runJob = (id: number) => call<object>("/jobs/run", { body: { id } });

export const setJobActive = (id: number, isActive: boolean) =>
  call<object>("/jobs/active", { body: { id, isActive } });

export const getMessages = (queue: string, isArchive: boolean) =>
  call<{ readonly messages: readonly QueueMessage[] }>("/queues/messages", {
    body: { queue, isArchive },
  });

export const sendToQueue = (queue: string, message: string) =>
  call<{ readonly id: string }>("/queues/send", { body: { queue, message } });

export const removeFromQueue = (queue: string, id: string, how: "archive" | "delete") =>
  call<{ readonly isDone: boolean }>(`/queues/${how}`, { body: { queue, id } });
