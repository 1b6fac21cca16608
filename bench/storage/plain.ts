/** Runs a bare Node server that sends and receives files, or computes the HMAC of a signed URL. */
import { createHmac, createSecretKey, randomBytes, randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { signUrl } from "../../packages/backend/src/storage/signed-urls.ts";
import { serveRequests } from "../instruments/child.ts";
import { repeat } from "../instruments/measure.ts";

export type PlainServerCommand =
  /** Serves the file of this name in the directory, and accepts uploads. */
  | { readonly serve: { readonly directory: string; readonly file: string; readonly size: number } }
  /** Computes only the HMAC, or the complete token of a signed URL. */
  | { readonly sign: "hmac" | "url"; readonly seconds: number };

/** The number of tokens between two readings of the clock. */
const tokensPerBatch = 100;

let server: Server | undefined;

serveRequests(
  async (command: PlainServerCommand) => {
    if ("sign" in command) {
      const key = createSecretKey(randomBytes(32));
      const object = { bucket: "files", name: `${randomUUID()}/000000.txt` };
      const signObject = () => signUrl(key, "download", object, { lifetimeSeconds: 60 });
      const token = signObject().replace(/\.[^.]*$/, "");
      const computeHmac = () => createHmac("sha256", key).update(token).digest("base64url");
      const work = command.sign === "url" ? signObject : computeHmac;
      return repeat({ concurrency: 1, seconds: command.seconds }, async () => {
        for (let times = 0; times < tokensPerBatch; times++) work();
      });
    }
    const { directory, file, size } = command.serve;
    server = createServer(async (request, response) => {
      if (request.method === "GET") {
        response.writeHead(200, { "content-length": size });
        // The client can disconnect right after the last byte, before the pipeline has finished.
        await pipeline(createReadStream(join(directory, file)), response).catch(() => {});
        return;
      }
      // As in the storage wire, the file is complete and on disk before the response is sent.
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
