/** A bare Node server that sends and receives files, and computes the HMAC of a signed URL. */
import { createHmac, createSecretKey, randomBytes, randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { signUrl } from "../../packages/backend/src/storage/signed-urls.ts";
import { serveRequests } from "../child.ts";
import { repeat } from "../measure.ts";

export type PlainQuestion =
  /** Serves the file of this name in the directory, and accepts uploads. */
  | { readonly serve: { readonly directory: string; readonly file: string; readonly size: number } }
  /** Computes either only the HMAC, or the complete token of a signed URL. */
  | { readonly sign: "hmac" | "url"; readonly seconds: number };

/** The number of tokens that share one reading of the clock. */
const tokensPerBatch = 100;

let server: Server | undefined;

serveRequests(
  async (question: PlainQuestion) => {
    if ("sign" in question) {
      const key = createSecretKey(randomBytes(32));
      const object = { bucket: "files", name: `${randomUUID()}/000000.txt` };
      const url = () => signUrl(key, "download", object, { lifetimeSeconds: 60 });
      const token = url().replace(/\.[^.]*$/, "");
      const hmac = () => createHmac("sha256", key).update(token).digest("base64url");
      const work = question.sign === "url" ? url : hmac;
      return repeat({ width: 1, seconds: question.seconds }, async () => {
        for (let times = 0; times < tokensPerBatch; times++) work();
      });
    }
    const { directory, file, size } = question.serve;
    server = createServer(async (request, response) => {
      if (request.method === "GET") {
        response.writeHead(200, { "content-length": size });
        // The client may disconnect right after the last byte, before this server has noticed that it sent it.
        await pipeline(createReadStream(join(directory, file)), response).catch(() => {});
        return;
      }
      // As with an upload, the file is complete and on disk before the answer is sent.
      const uploadPath = join(directory, randomUUID());
      await pipeline(request, createWriteStream(`${uploadPath}.new`, { flush: true }));
      await rename(`${uploadPath}.new`, uploadPath);
      response.writeHead(200, { "content-length": 2 }).end("{}");
      await rm(uploadPath);
    }).listen(0, "127.0.0.1");
    await new Promise((resolve) => server?.once("listening", resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  },
  async () => {
    server?.closeAllConnections();
    server?.close();
  },
);
