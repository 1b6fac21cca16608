import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startDeskServer } from "../../test/servers/desk-server.ts";

const ada = "00000000-0000-0000-0000-00000000000a";
const asService = { role: "service_role" };
const asAda = { role: "authenticated", user: ada };

let desk: Awaited<ReturnType<typeof startDeskServer>>;
beforeAll(async () => {
  desk = await startDeskServer({
    "supabase/config.toml": 'project_id = "shop"',
    "supabase/migrations/20260101000000_files.sql": `
      insert into auth.users (id, email, aud, role)
        values ('${ada}', 'ada@example.com', 'authenticated', 'authenticated');
      insert into storage.buckets (id, name) values ('papers', 'papers');
      create policy "own files" on storage.objects for select to authenticated
        using (bucket_id = 'papers' and owner_id = (select auth.uid())::text);
      create policy "own uploads" on storage.objects for insert to authenticated
        with check (bucket_id = 'papers' and name like 'ada/%');`,
  });
});
afterAll(() => desk.close());

const upload = (name: string, body: string | Uint8Array<ArrayBuffer>, type = "text/plain") =>
  desk.upload({ bucket: "papers", name }, body, { "content-type": type });

const preview = (name: string, as: object = asService) =>
  desk.call("/storage/objects/preview", { as, bucket: "papers", name });

describe("buckets", () => {
  test("buckets are created, changed, emptied and deleted", async () => {
    const properties = { isPublic: false, sizeLimit: 10, types: ["image/*"] };
    await desk.call("/storage/buckets/create", { bucket: "pictures", ...properties });
    expect(
      await desk.upload({ bucket: "pictures", name: "a.txt" }, "text", {
        "content-type": "text/plain",
      }),
    ).toMatchObject({ status: 415, body: { code: "InvalidMimeType" } });
    await desk.call("/storage/buckets/update", {
      bucket: "pictures",
      isPublic: true,
      sizeLimit: null,
      types: [],
    });
    expect((await desk.upload({ bucket: "pictures", name: "a.txt" }, "text")).status).toBe(200);
    const { body } = await desk.call("/storage/buckets/list", { as: asService });
    expect(body.buckets).toEqual(
      expect.arrayContaining([expect.objectContaining({ id: "pictures", public: true })]),
    );
    expect(await desk.call("/storage/buckets/delete", { bucket: "pictures" })).toMatchObject({
      status: 409,
      body: { code: "ResourceNotEmpty" },
    });
    await desk.call("/storage/buckets/empty", { bucket: "pictures" });
    expect((await desk.call("/storage/buckets/delete", { bucket: "pictures" })).status).toBe(200);
    expect(await desk.call("/storage/buckets/delete", { bucket: "pictures" })).toMatchObject({
      status: 404,
      body: { code: "NoSuchBucket" },
    });
  });
});

describe("files", () => {
  test("files are listed by folder, moved, copied, signed and deleted", async () => {
    for (const name of ["list/a.txt", "list/b c&d.txt", "list/deep/e.txt"])
      await upload(name, name);
    const list = async (folder: string, search = "") =>
      (
        await desk.call("/storage/objects/list", {
          as: asService,
          bucket: "papers",
          folder,
          search,
        })
      ).body;
    const { folders, objects } = await list("list/");
    expect(folders.map(({ name }: { name: string }) => name)).toEqual(["list/deep/"]);
    expect(objects.map(({ name }: { name: string }) => name)).toEqual([
      "list/a.txt",
      "list/b c&d.txt",
    ]);
    expect((await list("list/", "b")).objects).toHaveLength(1);
    const change = { as: asService, bucket: "papers", name: "list/b c&d.txt", toBucket: "papers" };
    await desk.call("/storage/objects/copy", { ...change, toName: "list/copy.txt" });
    await desk.call("/storage/objects/move", { ...change, toName: "list/moved.txt" });
    expect((await list("list/")).objects).toHaveLength(3);
    const { body } = await desk.call("/storage/objects/sign", {
      as: asService,
      bucket: "papers",
      name: "list/moved.txt",
      seconds: 60,
    });
    expect(await (await fetch(`${desk.origin}${body.link}`)).text()).toBe("list/b c&d.txt");
    const names = ["list/moved.txt", "list/copy.txt", "list/nothing.txt"];
    expect(
      (await desk.call("/storage/objects/delete", { as: asService, bucket: "papers", names })).body,
    ).toEqual({ deleted: 2 });
  });

  test("a folder is deleted with its files at any depth, and without other files", async () => {
    for (const name of ["old/a.txt", "old/b/c.txt", "older.txt"]) await upload(name, name);
    const folder = (as: object, name: string) =>
      desk.call("/storage/objects/delete-folder", { as, bucket: "papers", folder: name });
    expect((await folder(asAda, "old/")).body).toEqual({ deleted: 0, isComplete: true });
    expect((await folder(asService, "old/")).body).toEqual({ deleted: 2, isComplete: true });
    for (const name of ["", "/", "old"]) expect((await folder(asService, name)).status).toBe(400);
    const { body } = await desk.call("/storage/objects/list", {
      as: asService,
      bucket: "papers",
      search: "old",
    });
    expect([body.folders, body.objects.length]).toEqual([[], 1]);
  });

  test("a user sees and writes the files that the policies permit", async () => {
    await upload("secret.txt", "secret");
    const as = { "x-portico-as": JSON.stringify(asAda), "content-type": "text/plain" };
    expect(await desk.upload({ bucket: "papers", name: "other/x.txt" }, "x", as)).toMatchObject({
      status: 403,
    });
    expect(await desk.upload({ bucket: "papers", name: "ada/x.txt" }, "x", as)).toMatchObject({
      status: 200,
    });
    const { body } = await desk.call("/storage/objects/list", { as: asAda, bucket: "papers" });
    expect(body.folders.map(({ name }: { name: string }) => name)).toEqual(["ada/"]);
    expect(body.objects).toEqual([]);
    expect((await preview("secret.txt", asAda)).status).toBe(404);
    expect((await preview("ada/x.txt", asAda)).body).toMatchObject({ kind: "text", text: "x" });
  });

  test("files are replaced only on request", async () => {
    await upload("twice.txt", "one");
    expect(await upload("twice.txt", "two")).toMatchObject({ status: 409 });
    await desk.upload({ bucket: "papers", name: "twice.txt", replaces: "true" }, "three");
    const { body } = await desk.call("/storage/objects/info", {
      as: asService,
      bucket: "papers",
      name: "twice.txt",
    });
    expect(body).toMatchObject({ size: 5, version: expect.any(String) });
  });

  test("a file that is too large for its bucket is refused, and the next upload succeeds", async () => {
    const properties = { isPublic: false, sizeLimit: 10, types: [] };
    await desk.call("/storage/buckets/create", { bucket: "small", ...properties });
    const largeFile = new Uint8Array(2_000_000);
    expect(await desk.upload({ bucket: "small", name: "large.bin" }, largeFile)).toMatchObject({
      status: 413,
      body: { code: "EntityTooLarge" },
    });
    expect(await desk.upload({ bucket: "small", name: "small.bin" }, "ten")).toMatchObject({
      status: 200,
    });
  });

  test.each([
    ["a bucket without a name", { bucket: "" }],
    ["a name of 2,000 characters", { name: "x".repeat(2_000) }],
    ["a caller without a role", { as: {} }],
    ["a role that no client has", { as: { role: "supabase_admin" } }],
    ["a role that does not exist", { as: { role: "nothing" } }],
  ])("a file cannot be read with %s", async (_, changedMembers) => {
    const request = { as: asService, bucket: "papers", name: "a.txt", ...changedMembers };
    expect((await desk.call("/storage/objects/info", request)).status).toBe(400);
  });

  test("names with dots and escapes do not lead out of the bucket", async () => {
    for (const name of [
      "../../auth/v1/admin/users",
      "%2e%2e/x",
      "..",
      "a/../../b",
      "a?b=c",
      "a#b",
    ]) {
      const otherResponse = await desk.call("/storage/objects/info", {
        as: asService,
        bucket: "papers",
        name,
      });
      expect([400, 404], name).toContain(otherResponse.status);
    }
    for (const bucket of ["..", "papers/../x", "%2e%2e", "."]) {
      expect([400, 404], bucket).toContain(
        (await desk.call("/storage/buckets/delete", { bucket })).status,
      );
    }
  });
});

test("a file whose name leads to another endpoint does nothing there, and can be renamed", async () => {
  await desk.call("/storage/buckets/create", {
    bucket: "kept",
    isPublic: false,
    sizeLimit: null,
    types: [],
  });
  await desk.upload({ bucket: "kept", name: "a.txt" }, "a");
  await upload("ada/plain.txt", "plain");
  const name = "../../../bucket/kept/empty";
  const { error } = await desk
    .newClient(desk.keys.secret)
    .storage.from("papers")
    .copy("ada/plain.txt", name);
  expect(error).toBeNull();
  const file = { as: asService, bucket: "papers", name };
  for (const [action, more] of [
    ["sign", { seconds: 60 }],
    ["info", {}],
    ["preview", {}],
  ] as const) {
    expect(await desk.call(`/storage/objects/${action}`, { ...file, ...more })).toMatchObject({
      status: 400,
      body: { code: "unreachable_path" },
    });
  }
  expect(await desk.upload({ bucket: "papers", name }, "a")).toMatchObject({
    status: 400,
    body: { code: "unreachable_path" },
  });
  const renamed = { ...file, toBucket: "papers", toName: "ada/renamed.txt" };
  expect((await desk.call("/storage/objects/move", renamed)).status).toBe(200);
  const kept = { as: asService, bucket: "kept", name: "a.txt" };
  expect((await desk.call("/storage/objects/info", kept)).status).toBe(200);
});

describe("previews", () => {
  test("a preview has the desk's own type, runs no scripts and supports ranges", async () => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`;
    await upload("drawing.svg", svg, "image/svg+xml");
    const { body } = await preview("drawing.svg");
    expect(body.kind).toBe("picture");
    const response = await fetch(`${desk.origin}${body.url}`);
    expect(response.headers.get("content-type")).toBe("image/svg+xml");
    expect(response.headers.get("content-security-policy")).toMatch(/^sandbox; default-src 'none'/);
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(await response.text()).toBe(svg);
    const rangeResponse = await fetch(`${desk.origin}${body.url}`, {
      headers: { range: "bytes=0-3" },
    });
    expect([rangeResponse.status, await rangeResponse.text()]).toEqual([206, "<svg"]);
  });

  test("HTML and files of unknown types are shown as text or not at all, and never as a page", async () => {
    const html = "<script>alert(1)</script>";
    await upload("page.html", html, "text/html");
    expect((await preview("page.html")).body).toEqual({ kind: "text", text: html, isCut: false });
    await upload("page.xhtml", html, "application/xhtml+xml");
    expect((await preview("page.xhtml")).body.kind).toBe("text");
    await upload("unknown.bin", html, "application/octet-stream");
    expect((await preview("unknown.bin")).body).toEqual({ kind: "none" });
    // `Object.prototype` has a member with this file's name, so a careless lookup by name would find it.
    await upload("constructor", html, "image/svg+xml+evil");
    expect((await preview("constructor")).body).toEqual({ kind: "none" });
    await upload("fake.pdf", html, "application/pdf");
    const { body } = await preview("fake.pdf");
    const response = await fetch(`${desk.origin}${body.url}`);
    expect(response.headers.get("content-type")).toBe("application/pdf");
    expect(response.headers.get("content-security-policy")).toBe("frame-ancestors 'self'");
  });

  test("only the beginning of a long text is shown", async () => {
    await upload("long.txt", "x".repeat(300_000));
    const { body } = await preview("long.txt");
    expect([body.text.length, body.isCut]).toEqual([256 * 1024, true]);
    await upload("empty.txt", "");
    expect((await preview("empty.txt")).body).toEqual({ kind: "text", text: "", isCut: false });
  });

  test("a preview is refused to other pages and with a guessed URL", async () => {
    await upload("picture.png", "png", "image/png");
    const { body } = await preview("picture.png");
    for (const site of ["cross-site", "same-site", "none"]) {
      const otherResponse = await fetch(`${desk.origin}${body.url}`, {
        headers: { "sec-fetch-site": site },
      });
      expect(otherResponse.status, site).toBe(403);
    }
    expect((await fetch(`${desk.origin}/desk/view/guess`)).status).toBe(404);
    const proxiedResponse = await fetch(`${desk.origin}${body.url}`, {
      headers: { via: "1.1 tunnel" },
    });
    expect(proxiedResponse.status).toBe(403);
  });
});

test("an upload needs the key, a caller and the desk's own page", async () => {
  const query = { bucket: "papers", name: "refused.txt" };
  expect((await desk.upload(query, "x", { "x-portico-desk": "" })).status).toBe(401);
  expect((await desk.upload(query, "x", { "x-portico-as": "nobody" })).status).toBe(400);
  expect((await desk.upload(query, "x", { "x-portico-as": '{"role":""}' })).status).toBe(400);
  expect((await desk.upload(query, "x", { origin: "http://localhost:5173" })).status).toBe(403);
  expect((await desk.upload({ bucket: "papers", name: "" }, "x")).status).toBe(400);
  const { body } = await desk.call("/storage/objects/list", {
    as: asService,
    bucket: "papers",
    search: "refused",
  });
  expect(body.objects).toEqual([]);
});
