import { createServer, type RequestListener, type Server } from "node:http";
import { PostgrestClient } from "@supabase/postgrest-js";
import { afterEach, describe, expect, it, vi } from "vitest";
import { FetchError, timeoutMs, withFetchErrors } from "./fetch-error.ts";

const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** Returns a data client of a server with the given handler. */
async function clientOf(listener: RequestListener): Promise<PostgrestClient> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  return new PostgrestClient(`http://127.0.0.1:${address.port}`, {
    fetch: withFetchErrors(fetch),
    retry: false,
  });
}

describe("the data client", () => {
  it("the data client reports a refused connection as a FetchError with status 0", async () => {
    const data = await clientOf(() => undefined);
    servers[0]?.close();
    const { error, status, data: rows } = await data.from("notes").select();
    expect(error?.message).toMatch(/^FetchError: ./);
    expect(status).toBe(0);
    expect(rows).toBeNull();
  });

  it("the data client reports a connection that breaks within the body as a FetchError", async () => {
    const data = await clientOf((_, response) => {
      response.writeHead(200, { "Content-Type": "application/json", "Content-Length": "1000" });
      response.write('[{"id":');
      setTimeout(() => response.destroy(), 20);
    });
    const { error, status } = await data.from("notes").select();
    expect(error?.message).toMatch(/^FetchError: ./);
    expect(status).toBe(0);
  });

  it("the data client reports a failed write as a FetchError", async () => {
    const data = await clientOf((request) => request.destroy());
    const { error, status } = await data.from("notes").insert({ title: "lost" });
    expect(error?.message).toMatch(/^FetchError: ./);
    expect(status).toBe(0);
  });

  it("the data client returns responses unchanged, with headers, count and body", async () => {
    const data = await clientOf((_, response) => {
      response.writeHead(206, { "Content-Type": "application/json", "Content-Range": "0-1/7" });
      response.end('[{"id":1},{"id":2}]');
    });
    const { data: rows, count, status } = await data.from("notes").select("*", { count: "exact" });
    expect(rows).toEqual([{ id: 1 }, { id: 2 }]);
    expect(count).toBe(7);
    expect(status).toBe(206);
  });

  it("the data client returns a response without a body", async () => {
    const data = await clientOf((_, response) => response.writeHead(204).end());
    const { error, status } = await data.from("notes").delete().eq("id", 1);
    expect(error).toBeNull();
    expect(status).toBe(204);
  });

  it("the data client returns the server's own errors unchanged", async () => {
    const data = await clientOf((_, response) => {
      response.writeHead(403, { "Content-Type": "application/json" });
      response.end('{"code":"42501","message":"permission denied","details":null,"hint":null}');
    });
    const { error, status } = await data.from("notes").select();
    expect(error).toMatchObject({ code: "42501", message: "permission denied" });
    expect(status).toBe(403);
  });
});

describe("withFetchErrors", () => {
  it("withFetchErrors rethrows an abort of the caller", async () => {
    const fetchImpl = withFetchErrors(
      (_, init) =>
        new Promise((_resolve, reject) => {
          init?.signal?.addEventListener("abort", () => reject(init.signal?.reason));
        }),
    );
    const controller = new AbortController();
    const response = fetchImpl("http://portico.test/", { signal: controller.signal });
    controller.abort();
    await expect(response).rejects.toMatchObject({ name: "AbortError" });
  });

  it("withFetchErrors rejects when the server does not respond in time", async () => {
    const expired = new AbortController();
    const timeout = vi.spyOn(AbortSignal, "timeout").mockReturnValue(expired.signal);
    const fetchImpl = withFetchErrors(
      (_, init) =>
        new Promise((_resolve, reject) => {
          init?.signal?.addEventListener("abort", () => reject(init.signal?.reason));
        }),
    );
    const response = fetchImpl("http://portico.test/");
    expired.abort(new DOMException("", "TimeoutError"));
    await expect(response).rejects.toBeInstanceOf(FetchError);
    await expect(response).rejects.toThrow("The server took too long to answer");
    expect(timeout).toHaveBeenCalledWith(timeoutMs);
    timeout.mockRestore();
  });
});
