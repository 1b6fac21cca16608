/** What names the real cause of what goes wrong, while developing. */
export { Doctor } from "./doctor.tsx";
export type { Finding } from "./finding.ts";
export { type DoctorOptions, useFindings } from "./use-findings.ts";
