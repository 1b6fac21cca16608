import { broadcastBatch } from "./endpoints/broadcast-batch.ts";
import { broadcastOne } from "./endpoints/broadcast-one.ts";
import type { Endpoint } from "./endpoints/endpoint.ts";
import { ping } from "./endpoints/ping.ts";
import { websocket } from "./endpoints/websocket.ts";

/** The paths of the realtime wire, below `/realtime/v1`, with their endpoints. */
export const routes: readonly (readonly [method: string, path: string, endpoint: Endpoint])[] = [
  ["GET", "/websocket", websocket],
  ["POST", "/api/broadcast", broadcastBatch],
  ["POST", "/api/broadcast/:topic/events/:event", broadcastOne],
  ["GET", "/api/ping", ping],
];
