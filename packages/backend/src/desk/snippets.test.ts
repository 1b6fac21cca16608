import { mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { openTestDatabase } from "../../test/databases/test-database.ts";
import { temporaryFolder } from "../../test/project-folder.ts";
import { deskOn } from "../../test/servers/desk.ts";
import type { Database } from "../database/port.ts";

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

async function openProject() {
  const folder = await temporaryFolder({
    "supabase/config.toml": "",
    "secret.sql": "select 'secret'",
  });
  onTestFinished(() => folder.remove());
  return { folder: folder.path, desk: deskOn(database, { project: folder.path }) };
}

describe("snippets", () => {
  test("files of supabase/snippets are saved, read, renamed, replaced and deleted", async () => {
    const { folder, desk } = await openProject();
    expect((await desk.get("/snippets")).body).toEqual({ snippets: [] });
    expect((await desk.post("/snippets/save", { name: "Top ten", text: "select 1" })).status).toBe(
      200,
    );
    const path = (name: string) => join(folder, "supabase/snippets", name);
    expect(await readFile(path("Top ten.sql"), "utf8")).toBe("select 1");
    await writeFile(path("bottom.sql"), "select 2");
    expect((await desk.get("/snippets")).body.snippets).toEqual(["bottom", "Top ten"]);
    const secondSave = await desk.post("/snippets/save", { name: "bottom", text: "x" });
    expect(secondSave).toMatchObject({ status: 409, body: { code: "name_taken" } });
    await desk.post("/snippets/save", { name: "bottom", text: "select 3", replaces: true });
    expect((await desk.post("/snippets/read", { name: "bottom" })).body.text).toBe("select 3");
    const renameToTaken = await desk.post("/snippets/rename", { name: "bottom", to: "Top ten" });
    expect(renameToTaken).toMatchObject({ status: 409 });
    expect(
      (await desk.post("/snippets/rename", { name: "bottom", to: "Größe (neu)" })).status,
    ).toBe(200);
    expect((await desk.post("/snippets/delete", { name: "Top ten" })).status).toBe(200);
    expect((await desk.get("/snippets")).body.snippets).toEqual(["Größe (neu)"]);
  });

  test.each(["../../secret", "a/b", "a\\b", ".hidden", "", "x".repeat(101), "a\nb", "a\0", "-rf"])(
    "a snippet cannot have the name %j",
    async (name) => {
      const { desk } = await openProject();
      for (const path of ["read", "save", "delete"]) {
        const response = await desk.post(`/snippets/${path}`, { name, text: "" });
        expect(response).toMatchObject({ status: 400, body: { code: "invalid_request" } });
      }
    },
  );

  test("do not lead out of their folder by links", async () => {
    const { folder, desk } = await openProject();
    await mkdir(join(folder, "supabase/snippets"));
    await symlink(join(folder, "secret.sql"), join(folder, "supabase/snippets/link.sql"));
    expect((await desk.get("/snippets")).body.snippets).toEqual([]);
    const save = { name: "link", text: "changed", replaces: true };
    for (const response of [
      await desk.post("/snippets/read", { name: "link" }),
      await desk.post("/snippets/save", save),
      await desk.post("/snippets/delete", { name: "link" }),
    ]) {
      expect(response).toMatchObject({ status: 404, body: { code: "no_snippet" } });
    }
    expect(await readFile(join(folder, "secret.sql"), "utf8")).toBe("select 'secret'");
    const outside = await temporaryFolder({ "outside.sql": "select 'outside'" });
    const other = await openProject();
    await symlink(outside.path, join(other.folder, "supabase/snippets"));
    const response = await other.desk.post("/snippets/read", { name: "outside" });
    expect(response).toMatchObject({ status: 404 });
    expect((await other.desk.get("/snippets")).status).toBe(404);
    await outside.remove();
  });

  test("of a server without a project folder are refused", async () => {
    const response = await deskOn(database).get("/snippets");
    expect(response).toMatchObject({ status: 409, body: { code: "no_project_folder" } });
  });
});
