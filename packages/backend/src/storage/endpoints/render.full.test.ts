import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type StorageServer, startStorageServer } from "../../../test/storage-server.ts";

let wire: StorageServer;
beforeAll(async () => {
  wire = await startStorageServer();
});
afterAll(() => wire.close());

test("a sign-in is answered before eight images that render at a time", async () => {
  const slow = await sharp({
    create: { width: 2000, height: 2000, channels: 3, background: "green" },
  })
    .png()
    .toBuffer();
  await wire.admin.from("public").upload("slow.png", slow, { contentType: "image/png" });
  const answered: string[] = [];
  const gone = new AbortController();
  const address = `${wire.url}/render/image/public/public/slow.png`;
  const renders = Array.from({ length: 8 }, async () => {
    await (await fetch(`${address}?format=avif`, { signal: gone.signal })).arrayBuffer();
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
  // Rendering stops when the caller disconnects, so that the next image gets its turn.
  expect((await fetch(`${address}?width=20`)).status).toBe(200);
});
