import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { projectFolder } from "../../test/project-folder.ts";
import { findRemoteProject, readEnvFiles, withoutOwnUrls } from "../dev/variables-of-user.ts";
import { assignVariables, readUserVariables, withdrawVariables } from "./variables.ts";

// Remove variables that the machine may have set.
beforeEach(() => {
  for (const name of Object.keys(process.env)) {
    if (name.includes("SUPABASE")) vi.stubEnv(name, undefined);
  }
});

test("assignVariables sets empty variables, but not those that a file of the mode sets", async () => {
  const root = await projectFolder({
    ".env": "VITE_SUPABASE_URL=http://127.0.0.1:1\nVITE_SUPABASE_ANON_KEY=\n",
    ".env.staging.local": "SUPABASE_URL=http://127.0.0.1:2",
    ".env.production": "PUBLIC_SUPABASE_URL=http://127.0.0.1:3",
  });
  const user = readUserVariables(await readEnvFiles(root, "staging"));
  const names = [
    "VITE_SUPABASE_URL",
    "SUPABASE_URL",
    "PUBLIC_SUPABASE_URL",
    "VITE_SUPABASE_ANON_KEY",
  ];
  const backend = { variables: Object.fromEntries(names.map((name) => [name, "ours"])) };
  assignVariables(backend, user);
  onTestFinished(() => withdrawVariables());
  expect(names.map((name) => process.env[name])).toEqual([undefined, undefined, "ours", "ours"]);
});

test("assigned variables do not count as the user's, and are removed only for their backend", () => {
  const backend = { variables: { VITE_SUPABASE_URL: "http://localhost:1" } };
  assignVariables(backend, new Map());
  expect(readUserVariables({}).has("VITE_SUPABASE_URL")).toBe(false);
  expect(readUserVariables({ VITE_SUPABASE_URL: "x" }).get("VITE_SUPABASE_URL")).toBe("x");
  withdrawVariables({ variables: {} });
  expect(process.env["VITE_SUPABASE_URL"]).toBe("http://localhost:1");
  withdrawVariables(backend);
  expect(process.env["VITE_SUPABASE_URL"]).toBeUndefined();
});

test("findRemoteProject ignores URLs of this machine", () => {
  const remoteUrlFor = (url: string) =>
    findRemoteProject(new Map([["PUBLIC_SUPABASE_URL", url]]))?.url;
  expect(remoteUrlFor("https://ref.supabase.co")).toBe("https://ref.supabase.co");
  for (const url of ["http://localhost:54321", "http://127.0.0.1:1", "http://[::1]:1", "$URL"]) {
    expect([url, remoteUrlFor(url)]).toEqual([url, undefined]);
  }
  expect(findRemoteProject(new Map([["DATABASE_URL", "https://ref.supabase.co"]]))).toBeUndefined();
});

test("withoutOwnUrls removes the URL of the project, but not other URLs of this machine", () => {
  const variables = {
    VITE_SUPABASE_URL: "http://127.0.0.1:54321",
    SUPABASE_URL: "http://localhost:54321/",
    NEXT_PUBLIC_SUPABASE_URL: "http://127.0.0.1:8000",
    VITE_API: "http://127.0.0.1:54321",
  };
  const otherVariables = withoutOwnUrls(new Map(Object.entries(variables)), 54321);
  expect([...otherVariables.keys()]).toEqual(["NEXT_PUBLIC_SUPABASE_URL", "VITE_API"]);
});
