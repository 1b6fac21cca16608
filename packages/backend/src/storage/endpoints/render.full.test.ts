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
  // Rendering stops when the caller disconnects, so that the next image gets its turn.
  expect((await fetch(`${imageUrl}?width=20`)).status).toBe(200);
});
