import { expect, test } from "vitest";
import { createFunctions } from "./app.ts";

test("an unexpected failure of the functions wire is logged, and the response is a relay error", async () => {
  const errors: unknown[] = [];
  const failure = new Error("The database is gone.");
  const hello = {
    name: "hello",
    entrypoint: "/hello.ts",
    importMap: undefined,
    verifyJwt: true,
    env: {},
    staticFiles: [],
  };
  const current = { functions: [hello], denoRuntime: undefined };
  const wire = createFunctions({
    current,
    reload: async () => current,
    authenticate: () => Promise.reject(failure),
    limits: { responseMs: 1_000, bodyBytes: 1_000 },
    directory: "/nowhere",
    log: { error: (details) => errors.push(details), warn: () => {}, info: () => {} },
  });
  const response = await wire.app.request("/hello", { headers: { apikey: "key" } });
  expect([response.status, response.headers.get("x-relay-error")]).toEqual([500, "true"]);
  expect(response.headers.get("access-control-allow-origin")).toBe("*");
  expect(await response.json()).toEqual({
    code: "INTERNAL_SERVER_ERROR",
    message: "Internal Server Error",
  });
  expect(errors).toEqual([{ err: failure }]);
  await wire.close();
});
