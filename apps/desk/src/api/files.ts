import { call } from "./call.ts";

/** Writes a file into the project's folder, and returns its path. */
export const saveFile = (kind: "tests" | "migrations", name: string, text: string) =>
  call<{ readonly path: string }>(`/files/${kind}`, { body: { name, text } });
