import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Rewrites a build's declarations so that they compile in every application, whichever packages it has installed. */
export async function makeDeclarationsPortable(folder: string): Promise<void> {
  for (const name of await readdir(folder, { recursive: true })) {
    if (!/\.d\.c?ts$/.test(name)) continue;
    const file = join(folder, name);
    await writeFile(file, makePortable(await readFile(file, "utf8")));
  }
}

function makePortable(declarations: string): string {
  return (
    declarations
      // Some versions of React 18's types do not have `React.JSX`.
      .replaceAll(`import("react").JSX.Element`, `import("react").ReactElement`)
      // An application has `supabase-js` or `auth-js`, rarely both (see src/supabase-types.ts).
      .replace(/^(?=import .* from "@supabase\/)/gm, "// @ts-ignore\n")
  );
}
