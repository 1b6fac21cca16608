import type { Finding } from "../../../../packages/backend/src/advisors/advise.ts";
import type { TableGrowth } from "../../../../packages/backend/src/desk/advice/sizes.ts";
import type { StatementTimes } from "../../../../packages/backend/src/desk/advice/slow-statements.ts";
import type { Finding as DoctorFinding } from "../../../../packages/backend/src/doctor/finding.ts";
import { call } from "./call.ts";

export type { DoctorFinding, Finding, StatementTimes, TableGrowth };

export const getAdvice = () =>
  call<{ readonly count: number; readonly findings: readonly Finding[] }>("/advice");

export const getDoctor = () =>
  call<{ readonly count: number; readonly findings: readonly DoctorFinding[] }>("/advice/doctor");

export const getStatements = () =>
  call<{
    readonly requests: readonly StatementTimes[];
    readonly database: readonly StatementTimes[] | null;
  }>("/advice/statements");

export const getSizes = () =>
  call<{ readonly since: string; readonly tables: readonly TableGrowth[] }>("/advice/sizes");
