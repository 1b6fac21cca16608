import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, inject, test } from "vitest";

const { home } = inject("packed");
const repository = fileURLToPath(new URL("../../../..", import.meta.url));

/**
 * The major versions of React, each with a module resolution to test, and with the folder that contains this React and
 * its types.
 */
const majors = [
  ["18", "nodenext", join(repository, "packages/react-18/node_modules")],
  ["19", "bundler", join(repository, "node_modules")],
] as const;

const page = `
import { createClient } from "@supabase/supabase-js";
import { Auth, AuthCard, type AuthProps, ThemeSupa, UserContextProvider, useUser } from "@portico/react";
import { SessionContextProvider, useSession } from "@portico/react/auth-helpers";
import { Auth as Moved } from "@portico/react/auth-ui";
import fr from "@portico/react/locales/fr";
import "@portico/react/styles.css";

const supabase = createClient("http://127.0.0.1:9", "key");
const appearance: AuthProps["appearance"] = { theme: ThemeSupa, style: { button: { color: "red" } } };

function Name() {
  const { user } = useUser();
  return <p title={useSession()?.access_token}>{user?.email}</p>;
}

export const page = (
  <SessionContextProvider supabaseClient={supabase} initialSession={null}>
    <UserContextProvider supabaseClient={supabase}>
      <AuthCard>
        <Auth supabaseClient={supabase} appearance={appearance} localization={fr}>
          <input name="full_name" />
        </Auth>
        <Auth.SignUp supabaseClient={supabase} />
        <Moved supabaseClient={supabase} providers={[]} />
      </AuthCard>
      <Name />
    </UserContextProvider>
  </SessionContextProvider>
);
`;

describe.each(majors)(
  "installed beside React %s, the package",
  (major, resolution, typesFolder) => {
    const folder = join(home, `beside-${major}`);
    const modules = join(folder, "node_modules");

    beforeAll(() => {
      cpSync(join(home, "node_modules/@portico"), join(modules, "@portico"), { recursive: true });
      for (const name of ["react", "react-dom", "scheduler", "@types/react", "@types/react-dom"])
        link(name, join(typesFolder, name));
      for (const name of ["@supabase/auth-js", "@supabase/supabase-js"])
        link(name, join(repository, "node_modules", name));
      writeFileSync(join(folder, "package.json"), `{ "type": "module" }`);
      writeFileSync(join(folder, "page.tsx"), page);
    });

    function link(name: string, target: string) {
      if (!existsSync(target)) return;
      mkdirSync(dirname(join(modules, name)), { recursive: true });
      symlinkSync(target, join(modules, name));
    }

    test("the package renders with the installed React without a warning", () => {
      const code = `
      import { createElement, version } from "react";
      import { renderToString } from "react-dom/server";
      import { createClient } from "@supabase/supabase-js";
      import { Auth } from "@portico/react";
      const supabaseClient = createClient("http://127.0.0.1:9", "key");
      console.log(version, renderToString(createElement(Auth, { supabaseClient })));
    `;
      const { stderr, stdout } = spawnSync(
        process.execPath,
        ["--input-type=module", "--eval", code],
        { cwd: folder, encoding: "utf8" },
      );
      expect(stderr).toBe("");
      expect(stdout).toMatch(new RegExp(`^${major}\\..*<form id="auth-sign-in"`));
      expect(existsSync(join(modules, "@portico/react/node_modules"))).toBe(false);
    });

    // Check the kit's declarations too (`skipLibCheck: false`), and filter out errors in React's and the client's.
    test(`the package's types compile under moduleResolution ${resolution}`, () => {
      const module = resolution === "nodenext" ? "nodenext" : "esnext";
      const options = { module, moduleResolution: resolution, jsx: "react-jsx", target: "es2022" };
      const config = {
        compilerOptions: { ...options, strict: true, noEmit: true, skipLibCheck: false, types: [] },
        files: ["page.tsx"],
      };
      writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
      const tsc = join(repository, "node_modules/typescript/bin/tsc");
      const { stdout } = spawnSync(process.execPath, [tsc, "--pretty", "false", "--listFiles"], {
        cwd: folder,
        encoding: "utf8",
      });
      const lines = stdout.split("\n");
      expect(lines.filter((line) => /^(page|node_modules\/@portico)\S*: error/.test(line))).toEqual(
        [],
      );
      const types = lines.find((path) => /@types\/react\/index\.d\.ts$/.test(path)) ?? "";
      const { version } = JSON.parse(readFileSync(join(dirname(types), "package.json"), "utf8"));
      expect(version).toMatch(new RegExp(`^${major}\\.`));
    });
  },
);
