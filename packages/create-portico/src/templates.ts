import { cpSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The available templates. The first is the default. */
export const templates = [
  { name: "next", title: "Next.js, App Router" },
  { name: "react-router", title: "React Router, framework mode" },
  { name: "tanstack-start", title: "TanStack Start" },
  { name: "hono", title: "Hono, without JavaScript in the browser" },
  { name: "vite-query", title: "Vite and TanStack Query, no server" },
  { name: "expo", title: "Expo, for phones and the web" },
] as const;

export type TemplateName = (typeof templates)[number]["name"];

const templatesFolder = fileURLToPath(new URL("../templates", import.meta.url));

/** The fields of package.json that are read or changed. */
interface Manifest {
  name: string;
  engines: { node: string };
}

/** Returns the oldest version of Node.js that a template supports, such as "22.13". */
export function minimumNodeVersion(template: TemplateName): string {
  return readManifest(join(templatesFolder, template)).engines.node.replace(">=", "");
}

/** Copies a template to a folder, and sets the name in its package.json. */
export function writeTemplate(template: TemplateName, folder: string, name: string): void {
  cpSync(join(templatesFolder, template), folder, { recursive: true });
  for (const file of readdirSync(join(templatesFolder, template))) {
    if (file.startsWith("_")) {
      renameSync(join(folder, file), join(folder, file.replace("_", ".")));
    }
  }
  const manifest = `${JSON.stringify({ ...readManifest(folder), name }, null, 2)}\n`;
  writeFileSync(join(folder, "package.json"), manifest);
}

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
}
