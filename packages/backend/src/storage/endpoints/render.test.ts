import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type StorageServer, startStorageServer } from "../../../test/servers/storage-server.ts";

let wire: StorageServer;
beforeAll(async () => {
  wire = await startStorageServer();
});
afterAll(() => wire.close());

/** Returns a black square as PNG. It is assembled directly, because encoding that many pixels would take a second. */
function blackPng(side: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const typeAndData = Buffer.concat([Buffer.from(type), data]);
    return Buffer.concat([bytes(data.length), typeAndData, bytes(crc32(typeAndData))]);
  };
  const bytes = (value: number) => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value);
    return bytes;
  };
  // One bit for each pixel, not interlaced. Each row begins with its filter type.
  const head = Buffer.concat([bytes(side), bytes(side), Buffer.from([1, 0, 0, 0, 0])]);
  const lines = deflateSync(Buffer.alloc((side / 8 + 1) * side));
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", head),
    chunk("IDAT", lines),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

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
  const renderImage = (query: string, headers = {}) =>
    fetch(`${wire.url}/render/image/public/public/green.jpg?${query}`, { headers });

  test.each([
    ["width=100", [100, 50, "jpeg"]],
    ["width=100&height=100", [100, 100, "jpeg"]],
    ["width=100&height=100&resize=contain", [100, 50, "jpeg"]],
    ["width=100&height=100&resize=fill", [100, 100, "jpeg"]],
    ["width=4000", [400, 200, "jpeg"]],
    ["width=100&format=webp", [100, 50, "webp"]],
  ])("an image is rendered: %s", async (query, expected) => {
    expect(await sizeOf(await renderImage(query))).toEqual(expected);
  });

  test("an image is sent as WebP to browsers that accept it, unless the original format is requested", async () => {
    const accept = "image/avif,image/webp,*/*";
    expect((await renderImage("width=10", { accept })).headers.get("content-type")).toBe(
      "image/webp",
    );
    expect(
      (await renderImage("width=10&format=origin", { accept })).headers.get("content-type"),
    ).toBe("image/jpeg");
  });

  test("an image is sent as AVIF on request", async () => {
    const response = await renderImage("width=20&format=avif");
    expect(response.headers.get("content-type")).toBe("image/avif");
    expect(await sizeOf(response)).toEqual([20, 10, "heif"]);
  });

  test.each(["width=-1", "width=a", "quality=10", "resize=stretch", "format=exe"])(
    "an image with %s is refused",
    async (query) => {
      expect(await (await renderImage(query)).json()).toMatchObject({ statusCode: "400" });
    },
  );

  test("a file that is not an image, or has too many pixels, is refused", async () => {
    const largePng = blackPng(8000);
    expect(largePng.length).toBeLessThan(1024 * 1024);
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';
    for (const [name, body, contentType] of [
      ["bomb.png", largePng, "image/png"],
      ["text.png", "text", "image/png"],
      ["drawing.svg", svg, "image/svg+xml"],
      ["drawing.png", svg, "image/png"],
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

  describe("of 3000 × 150 pixels", () => {
    beforeAll(async () => {
      const largeImage = await sharp({
        create: { width: 3000, height: 150, channels: 3, background: "green" },
      })
        .png()
        .toBuffer();
      await wire.admin.from("public").upload("large.png", largeImage, { contentType: "image/png" });
    });

    test.each([
      ["", [2000, 100, "png"]],
      ["width=1500", [1500, 75, "png"]],
      ["height=120", [2000, 100, "png"]],
      ["quality=90&format=webp", [2000, 100, "webp"]],
      ["width=10&resize=fill", [10, 150, "png"]],
    ] as const)(
      "an image of 3000 × 150 pixels is rendered with 2000 pixels a side at most: %s",
      async (query, expected) => {
        const response = await fetch(`${wire.url}/render/image/public/public/large.png?${query}`);
        expect(await sizeOf(response)).toEqual(expected);
      },
    );
  });
});
