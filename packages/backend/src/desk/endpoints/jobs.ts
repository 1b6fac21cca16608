import { z } from "zod";
import { alreadyRunning, noJob } from "../errors.ts";
import { hasTable } from "../has-table.ts";
import { loadCronJobs, loadRuns, setActive } from "../jobs/cron.ts";
import { loadQueues, readMessages, removeMessage, sendMessage } from "../jobs/queues.ts";
import { loadWebhooks } from "../jobs/webhooks.ts";
import { type Endpoint, readBody } from "./endpoint.ts";

/** `GET /jobs`: returns the jobs, queues and webhooks. Each is null if its extension is not installed. */
export const getJobs: Endpoint = async ({ database, jobs }, c) => {
  const now = new Date();
  const [cron, queues, webhooks] = await Promise.all([
    loadCronJobs(database),
    loadQueues(database),
    loadWebhooks(database),
  ]);
  return c.json({
    cron:
      cron?.map((job) => ({
        ...job,
        nextRunAt: (job.isActive && jobs.nextRun(job.schedule, now)) || null,
      })) ?? null,
    queues: queues ?? null,
    webhooks: webhooks ?? null,
  });
};

const jobShape = z.object({ id: z.int().min(1) });

/** `POST /jobs/runs`: returns a job's latest runs. */
export const postRuns: Endpoint = async ({ database }, c) => {
  const { id } = await readBody(c, jobShape);
  if (!(await hasTable(database, "cron.job"))) throw noJob();
  return c.json({ runs: await loadRuns(database, id) });
};

/** `POST /jobs/run`: starts a job. A later call of `POST /jobs/runs` returns the result. */
export const postRun: Endpoint = async ({ jobs }, c) => {
  const { id } = await readBody(c, jobShape);
  const outcome = await jobs.runNow(id);
  if (outcome === "unknown") throw noJob();
  if (outcome === "running") throw alreadyRunning();
  return c.json({}, 202);
};

/** `POST /jobs/active`: pauses or resumes a job. */
export const postActive: Endpoint = async ({ database }, c) => {
  const { id, isActive } = await readBody(c, jobShape.extend({ isActive: z.boolean() }));
  const isKnown =
    (await hasTable(database, "cron.job")) && (await setActive(database, id, isActive));
  if (!isKnown) throw noJob();
  return c.json({});
};

/** pgmq allows 47 characters in a name. */
const queueShape = z.object({ queue: z.string().min(1).max(64) });
const messageShape = queueShape.extend({ id: z.string().regex(/^\d{1,18}$/) });

/** `POST /queues/messages`: returns messages from a queue or its archive, without removing them. */
export const postMessages: Endpoint = async ({ database }, c) => {
  const { queue, isArchive } = await readBody(
    c,
    queueShape.extend({ isArchive: z.boolean().default(false) }),
  );
  return c.json({ messages: await readMessages(database, queue, isArchive) });
};

/** `POST /queues/send`: adds a JSON message. */
export const postQueueMessage: Endpoint = async ({ database }, c) => {
  const { queue, message } = await readBody(
    c,
    queueShape.extend({ message: z.string().min(1).max(1_000_000) }),
  );
  return c.json({ id: await sendMessage(database, queue, message) });
};

/** `POST /queues/archive`: moves a message to the archive. */
export const postArchive: Endpoint = async ({ database }, c) => {
  const { queue, id } = await readBody(c, messageShape);
  return c.json({ isDone: await removeMessage(database, queue, id, "archive") });
};

/** `POST /queues/delete`: deletes a message. */
export const postDeleteMessage: Endpoint = async ({ database }, c) => {
  const { queue, id } = await readBody(c, messageShape);
  return c.json({ isDone: await removeMessage(database, queue, id, "delete") });
};
