import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "vite";
import { describe, expect, inject, test } from "vitest";
import { runNpm } from "../npm.ts";

/*
 * Installs versions of the client and of TypeScript next to the kit. The kit must use the application's client, its
 * types must compile and match the application's, and the page must build and render. `npm run test:nightly` runs these
 * tests.
 */

const { archive, home } = inject("packed");

interface Application {
  readonly client: string;
  /** Pins the auth client to a version from that time, because the version range alone would install a newer one. */
  readonly gotrue?: string;
  readonly typescript: string;
  readonly resolution: "node" | "bundler";
  readonly react?: string;
}

const applications: readonly Application[] = [
  { client: "2.0.0", gotrue: "2.1.0", typescript: "4.5.5", resolution: "node" },
  { client: "2.10.0", gotrue: "2.16.0", typescript: "4.9", resolution: "node" },
  { client: "2.31.0", gotrue: "2.46.1", typescript: "5.1", resolution: "bundler" },
  { client: "2.38.5", typescript: "5.4", resolution: "node" },
  { client: "2.39.0", typescript: "5.4", resolution: "bundler" },
  { client: "2.58.0", typescript: "5.9", resolution: "bundler", react: "19" },
  { client: "2", typescript: "5.9", resolution: "bundler", react: "19" },
];

const page = `
import * as React from "react";
import { createClient, type Session, type User } from "@supabase/supabase-js";
import { Auth, type AuthProps, ThemeSupa, UserContextProvider, useUser } from "@portico/react";
import { SessionContextProvider, useSession, useSupabaseClient } from "@portico/react/auth-helpers";
import { Auth as Moved } from "@portico/react/auth-ui";
import "@portico/react/account";
import "@portico/react/consent";
import "@portico/react/organizations";
import "@portico/react/plugins";
import "@portico/react/protected";
import "@portico/react/user-button";
import fr from "@portico/react/locales/fr";

interface Notes { Row: { id: number; title: string }; Insert: { title: string }; Update: { title?: string }; Relationships: [] }
interface Database { public: { Tables: { notes: Notes }; Views: {}; Functions: {}; Enums: {}; CompositeTypes: {} } }
const supabase = createClient<Database>("http://127.0.0.1:9", "key");
const untypedClient = createClient("http://127.0.0.1:9", "key");
const appearance: AuthProps["appearance"] = { theme: ThemeSupa };

function Name() {
  const { user } = useUser();
  const clientUser: User | null = user;
  const session: Session | null = useSession();
  const typedClient = useSupabaseClient<Database>();
  void typedClient;
  // @ts-expect-error a user has no such property
  user?.nonsense;
  return <p title={session?.access_token}>{clientUser?.email}</p>;
}

export const page = (
  <SessionContextProvider supabaseClient={untypedClient} initialSession={null}>
    <UserContextProvider supabaseClient={supabase}>
      <Auth supabaseClient={supabase} appearance={appearance} localization={fr} providers={["google"]} />
      <Auth supabaseClient={untypedClient} otpType="email" view="verify_otp" />
      <Moved supabaseClient={supabase} providers={[]} />
      <Name />
    </UserContextProvider>
  </SessionContextProvider>
);
`;

const server = `
import { renderToString } from "react-dom/server";
import { page } from "./page.tsx";
console.log(renderToString(page));
`;

describe.skipIf(process.env["PORTICO_WILD"] === undefined)("an installed client", () => {
  test.each(applications)(
    "an application with supabase-js $client and TypeScript $typescript type-checks, builds and renders",
    async ({ client, gotrue, typescript, resolution, react = "18" }) => {
      const folder = join(home, "wild", `client-${client}`);
      mkdirSync(folder, { recursive: true });
      const dependencies = {
        "@supabase/supabase-js": client,
        react,
        "react-dom": react,
        "@types/react": react,
        typescript,
      };
      const overrides = gotrue ? { "@supabase/gotrue-js": gotrue } : {};
      const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
      write("package.json", JSON.stringify({ private: true, dependencies, overrides }));
      write("page.tsx", page);
      write("server.tsx", server);
      const options = {
        module: "esnext",
        moduleResolution: resolution,
        target: "es2020",
        jsx: "react",
        strict: true,
        noEmit: true,
        skipLibCheck: false,
        types: [],
        lib: ["es2021", "dom", "dom.iterable"],
      };
      write("tsconfig.json", JSON.stringify({ compilerOptions: options, files: ["page.tsx"] }));

      runNpm(folder, "install", "--silent", "--ignore-scripts");
      const versionWithoutKit = versionOf(folder);
      runNpm(folder, "install", "--silent", "--ignore-scripts", `@portico/react@file:${archive}`);
      expect(versionOf(folder)).toBe(versionWithoutKit);

      const tsc = join(folder, "node_modules/typescript/bin/tsc");
      const { stdout } = spawnSync(process.execPath, [tsc, "--pretty", "false"], {
        cwd: folder,
        encoding: "utf8",
      });
      const ownErrors = /^(page|node_modules\/@portico)\S*: error/;
      expect(stdout.split("\n").filter((line) => ownErrors.test(line))).toEqual([]);

      await build({
        root: folder,
        configFile: false,
        logLevel: "error",
        build: { ssr: "server.tsx", outDir: "server" },
      });
      const html = execFileSync(process.execPath, [join(folder, "server/server.mjs")], {
        encoding: "utf8",
      });
      expect(html).toContain('<form id="auth-sign-in"');
      rmSync(folder, { recursive: true });
    },
    600_000,
  );
});

function versionOf(folder: string): string {
  const manifest = join(folder, "node_modules/@supabase/supabase-js/package.json");
  return JSON.parse(readFileSync(manifest, "utf8")).version;
}
