import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type StorageServer, startStorageServer } from "../../../test/storage-server.ts";

let wire: StorageServer;
beforeAll(async () => {
  wire = await startStorageServer();
});
afterAll(() => wire.close());

describe("images", () => {
  let picture: Buffer;
  beforeAll(async () => {
    picture = await sharp({ create: { width: 400, height: 200, channels: 3, background: "green" } })
      .jpeg()
      .toBuffer();
    await wire.admin.from("public").upload("green.jpg", picture, { contentType: "image/jpeg" });
  });
  const sizeOf = async (response: Response) => {
    const { width, height, format } = await sharp(
      Buffer.from(await response.arrayBuffer()),
    ).metadata();
    return [width, height, format];
  };
  const changed = (query: string, headers = {}) =>
    fetch(`${wire.url}/render/image/public/public/green.jpg?${query}`, { headers });

  test.each([
    ["width=100", [100, 50, "jpeg"]],
    ["width=100&height=100", [100, 100, "jpeg"]],
    ["width=100&height=100&resize=contain", [100, 50, "jpeg"]],
    ["width=100&height=100&resize=fill", [100, 100, "jpeg"]],
    ["width=4000", [400, 200, "jpeg"]],
    ["width=100&format=webp", [100, 50, "webp"]],
  ])("%s", async (query, expected) => {
    expect(await sizeOf(await changed(query))).toEqual(expected);
  });

  test("are sent as WebP to browsers that take it, unless the original format is asked for", async () => {
    const accept = "image/avif,image/webp,*/*";
    expect((await changed("width=10", { accept })).headers.get("content-type")).toBe("image/webp");
    expect((await changed("width=10&format=origin", { accept })).headers.get("content-type")).toBe(
      "image/jpeg",
    );
  });

  test("are AVIF by that name where it is asked for", async () => {
    const response = await changed("width=20&format=avif");
    expect(response.headers.get("content-type")).toBe("image/avif");
    expect(await sizeOf(response)).toEqual([20, 10, "heif"]);
  });

  test.each(["width=-1", "width=a", "quality=10", "resize=stretch", "format=exe"])(
    "refuse %s",
    async (query) => {
      expect(await (await changed(query)).json()).toMatchObject({ statusCode: "400" });
    },
  );

  test("that are none, or unfold to too many pixels, are refused", async () => {
    const bomb = await sharp({
      create: { width: 8000, height: 8000, channels: 3, background: "black" },
    })
      .png({ compressionLevel: 9 })
      .toBuffer();
    expect(bomb.length).toBeLessThan(1024 * 1024);
    const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';
    for (const [name, body, contentType] of [
      ["bomb.png", bomb, "image/png"],
      ["text.png", "text", "image/png"],
      ["drawing.svg", drawing, "image/svg+xml"],
      ["drawing.png", drawing, "image/png"],
    ] as const) {
      await wire.admin.from("public").upload(name, body, { contentType, upsert: true });
      const response = await fetch(`${wire.url}/render/image/public/public/${name}?width=10`);
      expect([name, response.status, ((await response.json()) as { code: string }).code]).toEqual([
        name,
        400,
        "InvalidRequest",
      ]);
    }
  });

  test.each([
    ["", [2000, 1000, "png"]],
    ["width=1500", [1500, 750, "png"]],
    ["height=1200", [2000, 1000, "png"]],
    ["quality=90&format=webp", [2000, 1000, "webp"]],
    ["width=10&resize=fill", [10, 1500, "png"]],
  ] as const)(
    "of 3000 × 1500 pixels are answered with 2000 a side at most: %s",
    async (query, expected) => {
      const large = await sharp({
        create: { width: 3000, height: 1500, channels: 3, background: "green" },
      })
        .png()
        .toBuffer();
      const options = { contentType: "image/png", upsert: true };
      await wire.admin.from("public").upload("large.png", large, options);
      const response = await fetch(`${wire.url}/render/image/public/public/large.png?${query}`);
      expect(await sizeOf(response)).toEqual(expected);
    },
  );

  test("that render eight at a time let a sign-in through before any of them", async () => {
    const slow = await sharp({
      create: { width: 2000, height: 2000, channels: 3, background: "green" },
    })
      .png()
      .toBuffer();
    await wire.admin.from("public").upload("slow.png", slow, { contentType: "image/png" });
    const answered: string[] = [];
    const gone = new AbortController();
    const address = `${wire.url}/render/image/public/public/slow.png?format=avif`;
    const renders = Array.from({ length: 8 }, async () => {
      await (await fetch(address, { signal: gone.signal })).arrayBuffer();
      answered.push("image");
    });
    const signIn = await fetch(`${wire.server.origin}/auth/v1/token?grant_type=password`, {
      method: "POST",
      headers: { apikey: wire.server.keys.publishable, "content-type": "application/json" },
      body: JSON.stringify({ email: "ada@example.com", password: "correct horse" }),
    });
    answered.push(`sign-in ${signIn.status}`);
    gone.abort();
    await Promise.allSettled(renders);
    expect(answered[0]).toBe("sign-in 200");
    // What their callers have left is given up: the next one has its turn.
    expect((await changed("width=20")).status).toBe(200);
  });
});
