import type {
  JobRun,
  CronJob as StoredCronJob,
} from "../../../../packages/backend/src/desk/jobs/cron.ts";
import type {
  Queue,
  QueueMessage as StoredMessage,
} from "../../../../packages/backend/src/desk/jobs/queues.ts";
import type { Webhooks as StoredWebhooks } from "../../../../packages/backend/src/desk/jobs/webhooks.ts";
import { call, type Json } from "./call.ts";

export type { JobRun, Queue };

export interface CronJob extends StoredCronJob {
  readonly nextRunAt: string | null;
}

export type QueueMessage = Json<StoredMessage>;
type Webhooks = Json<StoredWebhooks>;
export type WebRequest = Webhooks["requests"][number];

/** Scheduled jobs, queues and webhooks. A field is null if its extension is not installed. */
export interface Jobs {
  readonly cron: readonly CronJob[] | null;
  readonly queues: readonly Queue[] | null;
  readonly webhooks: Webhooks | null;
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

export const removeFromQueue = (queue: string, id: string, action: "archive" | "delete") =>
  call<{ readonly isDone: boolean }>(`/queues/${action}`, { body: { queue, id } });
