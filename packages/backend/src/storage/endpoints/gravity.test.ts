import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type StorageServer, startStorageServer } from "../../../test/servers/storage-server.ts";

let wire: StorageServer;
beforeAll(async () => {
  wire = await startStorageServer();
});
afterAll(() => wire.close());

describe("gravity", () => {
  /** The left half is red, the right half is blue. */
  beforeAll(async () => {
    const red = { create: { width: 200, height: 200, channels: 3, background: "red" } } as const;
    const halves = await sharp({
      create: { width: 400, height: 200, channels: 3, background: "blue" },
    })
      .composite([{ input: await sharp(red).png().toBuffer(), left: 0, top: 0 }])
      .png()
      .toBuffer();
    const options = { contentType: "image/png" };
    await wire.admin.from("public").upload("halves.png", halves, options);
  });

  /** Returns the share of red pixels in the result of 100 × 100 pixels. */
  const redShareOf = async (query: string) => {
    const response = await fetch(
      `${wire.url}/render/image/public/public/halves.png?width=100&height=100&${query}`,
    );
    const { data, info } = await sharp(Buffer.from(await response.arrayBuffer()))
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([100, 100]);
    const { channels } = info;
    let redCount = 0;
    for (let i = 0; i < data.length; i += channels) if ((data[i] ?? 0) > 128) redCount++;
    return redCount / (data.length / channels);
  };

  test.each([
    ["", 0.5],
    ["gravity=we", 1],
    ["gravity=ea", 0],
    ["gravity=noea", 0],
    ["gravity=we&x_offset=50", 0.5],
    ["gravity=ea&x_offset=0.25", 0.5],
    ["gravity=ce&x_offset=-25&y_offset=0", 0.75],
    ["gravity=fp&x_offset=0&y_offset=0.5", 1],
    ["gravity=fp&x_offset=0.5&y_offset=0.5", 0.5],
  ])("the part of the image that is kept depends on it: %s", async (query, share) => {
    expect(await redShareOf(query)).toBeCloseTo(share, 1);
  });

  test.each([
    ["gravity=up", "querystring/gravity must be equal to one of the allowed values"],
    ["gravity=fp&x_offset=0.5", "querystring must have required property 'y_offset'"],
    ["gravity=fp&x_offset=0.5&y_offset=1.1", "querystring/y_offset must be <= 1"],
    ["gravity=no&x_offset=far", "querystring/x_offset must be number"],
  ])("a wrong gravity is refused: %s", async (query, message) => {
    const response = await fetch(`${wire.url}/render/image/public/public/halves.png?${query}`);
    expect(await response.json()).toMatchObject({ message });
  });
});
