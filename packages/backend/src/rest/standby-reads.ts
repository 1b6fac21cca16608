import {
  AcquisitionTimeout,
  type Database,
  DatabaseError,
  DatabaseUnavailable,
  MemoryExhausted,
  TooManyWaiting,
} from "../database/port.ts";
import type { Caller } from "./caller.ts";
import type { Plan } from "./plan/types.ts";

/** Says which requests may be answered by a second, read-only server that is a little behind. */
export interface StandbyReads {
  /** The standby, if it has everything that this caller has seen. */
  databaseFor(caller: Caller): Database | undefined;
  /** Told of each change before its answer is sent. */
  wrote(caller: Caller): Promise<void>;
  /** Told when the standby did not answer. */
  missed(): void;
}

/** True when a plan may be answered by the standby. A volatile function may not, whatever the request's method is. */
export function onlyReads(plan: Plan): boolean {
  if (plan.kind === "call") return plan.routine.volatility !== "volatile";
  return plan.kind !== "mutate";
}

/** True when a plan may change something: the transaction of GET is read-only. */
export function mayWrite(plan: Plan): boolean {
  return plan.kind === "mutate" || (plan.kind === "call" && !plan.readOnly);
}

/**
 * True when the primary may well answer what the standby refuses: the standby is not there, lacks a table that is
 * new, cannot do it during recovery, or has ended a query so that it could go on with its recovery
 * (https://www.postgresql.org/docs/17/hot-standby.html#HOT-STANDBY-CONFLICT).
 */
export function mayDifferOnPrimary(error: unknown): boolean {
  const isOurs = [AcquisitionTimeout, MemoryExhausted, TooManyWaiting];
  if (isOurs.some((kind) => error instanceof kind)) return false;
  if (error instanceof DatabaseUnavailable) return true;
  // Privileges (42501) are the same there.
  return error instanceof DatabaseError && /^(0A|25006|3F|40001|42(?!501)|XX)/.test(error.code);
}
