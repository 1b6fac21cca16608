import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, inject, test } from "vitest";

/*
 * Applications have `supabase-js`, `auth-js`, or a client of their own. The kit must use the types of the package that
 * is installed. `npm run test:nightly` tests every version of `supabase-js` (test/wild).
 */

const { home } = inject("packed");
const repository = fileURLToPath(new URL("../../../..", import.meta.url));

const page = (client: string) => `
import { Auth, type AuthUiClient, type User, useUser } from "@portico/react";
import "@portico/react/account";
import "@portico/react/consent";
import "@portico/react/organizations";
import "@portico/react/plugins";
import "@portico/react/protected";
import "@portico/react/user-button";
${client}
export function Name() {
  const { user } = useUser();
  const clientUser: ClientUser | null = user;
  const kitUser: User | null = clientUser;
  return <p>{kitUser?.email}</p>;
}
export const form = <Auth supabaseClient={client} providers={["google"]} otpType="email" />;
`;

/**
 * A function that compiles only if the user's type is known. If the type were `any`, TypeScript would find no error
 * below `@ts-expect-error`, and complain about that.
 */
const typeCheck = `
export function readUnknown({ nonsense }: any, user: User) {
  // @ts-expect-error a user has no such property
  return user.nonsense ?? nonsense;
}
`;

test.each([
  [
    "supabase-js",
    ["@supabase/supabase-js"],
    `import { createClient, type User as ClientUser } from "@supabase/supabase-js";
     const client = createClient("http://127.0.0.1:9", "key");${typeCheck}`,
  ],
  [
    "auth-js",
    ["@supabase/auth-js"],
    `import { AuthClient, type User as ClientUser } from "@supabase/auth-js";
     const client = { auth: new AuthClient({ url: "http://127.0.0.1:9" }) };${typeCheck}`,
  ],
  ["a-client-of-its-own", [], `declare const client: AuthUiClient; type ClientUser = User;`],
])("the types compile in an application with %s", (name, packages, client) => {
  const folder = join(home, `client-${name}`);
  const modules = join(folder, "node_modules");
  cpSync(join(home, "node_modules/@portico"), join(modules, "@portico"), { recursive: true });
  for (const item of ["@types/react", "csstype", ...packages]) {
    mkdirSync(dirname(join(modules, item)), { recursive: true });
    symlinkSync(join(repository, "node_modules", item), join(modules, item));
  }
  const options = { module: "esnext", moduleResolution: "bundler", jsx: "react-jsx" };
  const config = {
    compilerOptions: { ...options, strict: true, noEmit: true, skipLibCheck: false, types: [] },
    files: ["page.tsx"],
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
  writeFileSync(join(folder, "page.tsx"), page(client));
  const { stdout } = spawnSync(
    process.execPath,
    [join(repository, "node_modules/typescript/bin/tsc"), "--pretty", "false"],
    { cwd: folder, encoding: "utf8" },
  );
  const lines = stdout.split("\n");
  expect(lines.filter((line) => /^(page|node_modules\/@portico)\S*: error/.test(line))).toEqual([]);
  expect(stdout).not.toContain("Unable to resolve");
});
