import { expect, test } from "vitest";
import { parseRoleClaim, withRoleOf } from "./role-claim.ts";

const claims = {
  role: "authenticated",
  app: { "db-role": "editor", roles: ["viewer", "app_admin"], level: 3, none: null },
};

test.each([
  // PostgREST 16 reads these as JSONPath (RFC 9535).
  ["$.role", "authenticated"],
  ['$.app["db-role"]', "editor"],
  ["$['app']['db-role']", "editor"],
  ["$.app.roles[0]", "viewer"],
  ["$.app.roles[-1]", "app_admin"],
  ['$.app.roles[?search(@, "^app_")]', "app_admin"],
  ["$.app.roles[?match(@, 'view.*')]", "viewer"],
  ["$.app.roles[?(@ == 'viewer')]", "viewer"],
  ["$.app.level", "3"],
  // These have the syntax of PostgREST 14.
  [".role", "authenticated"],
  ['.app."db-role"', "editor"],
  [".app.roles[1]", "app_admin"],
  ['.app.roles[?(@ ^== "app")]', "app_admin"],
  ['.app.roles[?(@ ==^ "wer")]', "viewer"],
  ['.app.roles[?(@ *== "_ad")]', "app_admin"],
  ['.app.roles[?(@ != "viewer")]', "app_admin"],
  // These find nothing in the claims.
  ["$.app.missing", "anon"],
  ["$.app.none", "anon"],
  ["$.role.length", "anon"],
  ["$.app.roles.constructor", "anon"],
  ["$.app.roles[?(@ == 'other')]", "anon"],
  // These are not paths to a single value.
  ["role", "anon"],
  ["$..role", "anon"],
  ["$.app.*", "anon"],
  ["$.app.roles[?search(@, '(')]", "anon"],
])("the role at %s is %s", (path, role) => {
  expect(withRoleOf({ role: "authenticated", claims }, parseRoleClaim(path)).role).toBe(role);
});

test("an API key, which has only a role, keeps it", () => {
  const caller = { role: "service_role", claims: { role: "service_role" } };
  expect(withRoleOf(caller, parseRoleClaim("$.app.role"))).toBe(caller);
  expect(withRoleOf(caller, null)).toBe(caller);
});
