import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type StorageServer, startStorageServer } from "../../../test/servers/storage-server.ts";

let wire: StorageServer;
beforeAll(async () => {
  wire = await startStorageServer();
});
afterAll(() => wire.close());

test("a sign-in does not wait for eight images that are rendered at the same time", async () => {
  const slowImage = await sharp({
    create: { width: 2000, height: 2000, channels: 3, background: "green" },
  })
    .png()
    .toBuffer();
  await wire.admin.from("public").upload("slow.png", slowImage, { contentType: "image/png" });
  const finished: string[] = [];
  const abortController = new AbortController();
  const imageUrl = `${wire.url}/render/image/public/public/slow.png`;
  const renders = Array.from({ length: 8 }, async () => {
    await (
      await fetch(`${imageUrl}?format=avif`, { signal: abortController.signal })
    ).arrayBuffer();
    finished.push("image");
  });
  const signIn = await fetch(`${wire.server.origin}/auth/v1/token?grant_type=password`, {
    method: "POST",
    headers: { apikey: wire.server.keys.publishable, "content-type": "application/json" },
    body: JSON.stringify({ email: "ada@example.com", password: "correct horse" }),
  });
  finished.push(`sign-in ${signIn.status}`);
  abortController.abort();
  await Promise.allSettled(renders);
  expect(finished[0]).toBe("sign-in 200");
  // If rendering did not stop when the caller disconnects, the next image would have to wait.
  expect((await fetch(`${imageUrl}?width=20`)).status).toBe(200);
});

test("the signed URL of a transformed image does not give access to the original", async () => {
  const image = await sharp({ create: { width: 8, height: 8, channels: 3, background: "green" } })
    .png()
    .toBuffer();
  const name = `${wire.ada.id}/photo.png`;
  await wire.ada.from("private").upload(name, image, { contentType: "image/png" });
  const sign = async (options: { transform?: { width: number } }) => {
    const { data } = await wire.ada.from("private").createSignedUrl(name, 60, options);
    return data?.signedUrl ?? "";
  };
  const smallUrl = await sign({ transform: { width: 2 } });
  expect((await fetch(smallUrl)).headers.get("x-transformations")).toContain("width:2");
  const originalUrl = smallUrl.replace("/render/image/sign/", "/object/sign/");
  expect(originalUrl).not.toBe(smallUrl);
  expect(await (await fetch(originalUrl)).json()).toMatchObject({ code: "InvalidSignature" });
  expect((await fetch(originalUrl, { method: "HEAD" })).status).toBe(400);
  expect(Buffer.from(await (await fetch(await sign({}))).arrayBuffer())).toEqual(image);
});
