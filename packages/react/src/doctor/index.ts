/** Names the real cause of a failing form, while developing. */
export { Doctor } from "./doctor.tsx";
export type { Finding } from "./finding.ts";
export { type DoctorOptions, useFindings } from "./use-findings.ts";
