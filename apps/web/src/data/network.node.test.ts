import { createServer, type RequestListener, type Server } from "node:http";
import { PostgrestClient } from "@supabase/postgrest-js";
import { afterEach, describe, expect, it, vi } from "vitest";
import { FetchError, namingFailures, patience } from "./network.ts";

const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** A data client of a server that answers like this. */
async function clientOf(listener: RequestListener): Promise<PostgrestClient> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  return new PostgrestClient(`http://127.0.0.1:${address.port}`, {
    fetch: namingFailures(fetch),
    retry: false,
  });
}

describe("the data client", () => {
  it("reports a refused connection as a FetchError with status 0", async () => {
    const data = await clientOf(() => undefined);
    servers[0]?.close();
    const { error, status, data: rows } = await data.from("notes").select();
    expect(error?.message).toMatch(/^FetchError: ./);
    expect(status).toBe(0);
    expect(rows).toBeNull();
  });

  it("reports a connection that breaks in the middle of the body in the same way", async () => {
    const data = await clientOf((_, response) => {
      response.writeHead(200, { "Content-Type": "application/json", "Content-Length": "1000" });
      response.write('[{"id":');
      setTimeout(() => response.destroy(), 20);
    });
    const { error, status } = await data.from("notes").select();
    expect(error?.message).toMatch(/^FetchError: ./);
    expect(status).toBe(0);
  });

  it("reports a failed write in the same way", async () => {
    const data = await clientOf((request) => request.destroy());
    const { error, status } = await data.from("notes").insert({ title: "lost" });
    expect(error?.message).toMatch(/^FetchError: ./);
    expect(status).toBe(0);
  });

  it("hands answers through untouched, with headers, count and body", async () => {
    const data = await clientOf((_, response) => {
      response.writeHead(206, { "Content-Type": "application/json", "Content-Range": "0-1/7" });
      response.end('[{"id":1},{"id":2}]');
    });
    const { data: rows, count, status } = await data.from("notes").select("*", { count: "exact" });
    expect(rows).toEqual([{ id: 1 }, { id: 2 }]);
    expect(count).toBe(7);
    expect(status).toBe(206);
  });

  it("hands an answer without a body through", async () => {
    const data = await clientOf((_, response) => response.writeHead(204).end());
    const { error, status } = await data.from("notes").delete().eq("id", 1);
    expect(error).toBeNull();
    expect(status).toBe(204);
  });

  it("keeps the server's own errors as they are", async () => {
    const data = await clientOf((_, response) => {
      response.writeHead(403, { "Content-Type": "application/json" });
      response.end('{"code":"42501","message":"permission denied","details":null,"hint":null}');
    });
    const { error, status } = await data.from("notes").select();
    expect(error).toMatchObject({ code: "42501", message: "permission denied" });
    expect(status).toBe(403);
  });
});

describe("namingFailures", () => {
  it("lets a caller's own abort through unnamed", async () => {
    const send = namingFailures(
      (_, init) =>
        new Promise((_resolve, reject) => {
          init?.signal?.addEventListener("abort", () => reject(init.signal?.reason));
        }),
    );
    const controller = new AbortController();
    const answer = send("http://portico.test/", { signal: controller.signal });
    controller.abort();
    await expect(answer).rejects.toMatchObject({ name: "AbortError" });
  });

  it("stops waiting for a server that never answers", async () => {
    const expired = new AbortController();
    const timeout = vi.spyOn(AbortSignal, "timeout").mockReturnValue(expired.signal);
    const send = namingFailures(
      (_, init) =>
        new Promise((_resolve, reject) => {
          init?.signal?.addEventListener("abort", () => reject(init.signal?.reason));
        }),
    );
    const answer = send("http://portico.test/");
    expired.abort(new DOMException("", "TimeoutError"));
    await expect(answer).rejects.toBeInstanceOf(FetchError);
    await expect(answer).rejects.toThrow("The server took too long to answer");
    expect(timeout).toHaveBeenCalledWith(patience);
    timeout.mockRestore();
  });
});
