import {
  AcquisitionTimeout,
  DatabaseError,
  DatabaseUnavailable,
  MemoryExhausted,
  TooManyWaiting,
} from "../database/errors.ts";
import type { Database } from "../database/port.ts";
import type { Caller } from "../http/caller/caller.ts";
import type { Plan } from "./plan/types.ts";

/** Decides which requests a read-only standby may serve. A standby may lag behind. */
export interface StandbyReads {
  /** Returns the standby if it has received all changes that this caller has seen. */
  databaseFor(caller: Caller): Database | undefined;
  /** Must be called after each change, before the response is sent. */
  recordWrite(caller: Caller): Promise<void>;
  /** Must be called when the standby did not respond. */
  markUnavailable(): void;
}

/** Returns whether the standby can run a plan. It cannot run a volatile function, whatever the request's method. */
export function onlyReads(plan: Plan): boolean {
  if (plan.kind === "call") return plan.routine.volatility !== "volatile";
  return plan.kind !== "mutate";
}

/** Returns whether a plan may change something. The transaction of a GET is read-only. */
export function mayWrite(plan: Plan): boolean {
  return plan.kind === "mutate" || (plan.kind === "call" && !plan.readOnly);
}

/**
 * Returns whether the primary may succeed where the standby has failed: the standby is down, lacks a new table,
 * cannot run the query during recovery, or has cancelled it to continue its recovery
 * (https://www.postgresql.org/docs/17/hot-standby.html#HOT-STANDBY-CONFLICT).
 */
export function maySucceedOnPrimary(error: unknown): boolean {
  const ownErrors = [AcquisitionTimeout, MemoryExhausted, TooManyWaiting];
  if (ownErrors.some((kind) => error instanceof kind)) return false;
  if (error instanceof DatabaseUnavailable) return true;
  // Privileges (42501) are the same on both servers.
  return error instanceof DatabaseError && /^(0A|25006|3F|40001|42(?!501)|XX)/.test(error.code);
}
