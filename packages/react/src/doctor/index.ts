/** A development panel that names the cause of a failing form. */
export { Doctor } from "./doctor.tsx";
export type { Finding } from "./finding.ts";
export { type DoctorOptions, useFindings } from "./use-findings.ts";
