import { StorageClient } from "@supabase/storage-js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  Person,
  type StorageServer,
  startStorageServer,
} from "../../../test/servers/storage-server.ts";

let wire: StorageServer;
beforeAll(async () => {
  wire = await startStorageServer();
});
afterAll(() => wire.close());

describe("signed URLs", () => {
  test("a signed URL is bound to its object, action and time, and is not an access token", async () => {
    const name = `${wire.ada.id}/signed.txt`;
    await wire.ada.from("private").upload(name, "signed");
    await wire.ada.from("private").upload(`${wire.ada.id}/other.txt`, "other");
    const { data } = await wire.ada.from("private").createSignedUrl(name, 60);
    const signedUrl = new URL(data?.signedUrl ?? "");
    const response = await fetch(signedUrl);
    expect(await response.text()).toBe("signed");
    expect(response.headers.get("expires")).toMatch(/GMT$/);

    const statusOf = async (change: (target: URL) => void, init: RequestInit = {}) => {
      const target = new URL(signedUrl);
      change(target);
      const response = await fetch(target, init);
      return ((await response.json()) as { code: string }).code;
    };
    expect(
      await statusOf((to) => {
        to.pathname = to.pathname.replace("signed.txt", "other.txt");
      }),
    ).toBe("InvalidSignature");
    expect(
      await statusOf(
        (to) => {
          to.pathname = to.pathname.replace("/object/sign/", "/object/upload/sign/");
        },
        { method: "PUT", body: "x" },
      ),
    ).toBe("InvalidSignature");
    expect(await statusOf((to) => to.searchParams.set("token", "a.b.c"))).toBe("InvalidJWT");
    expect(await statusOf((to) => to.searchParams.delete("token"))).toBe("InvalidJWT");
    const token = signedUrl.searchParams.get("token") ?? "";
    expect(
      (await new Person(wire.server, token).from("private").download(name)).error,
    ).toMatchObject({
      message: "Bucket not found",
    });
    const restResponse = await fetch(`${wire.server.origin}/rest/v1/`, {
      headers: { apikey: wire.server.keys.publishable, authorization: `Bearer ${token}` },
    });
    expect(restResponse.status).toBe(401);
    const shortLivedUrl = await wire.ada.from("private").createSignedUrl(name, 1);
    await new Promise((resolve) => setTimeout(resolve, 2100));
    expect(await (await fetch(shortLivedUrl.data?.signedUrl ?? "")).json()).toMatchObject({
      code: "InvalidJWT",
      message: '"exp" claim timestamp check failed',
    });
  });

  test("a signed upload URL is valid for one object of its creator, once", async () => {
    const name = `${wire.ada.id}/sent.txt`;
    const { data } = await wire.ada.from("private").createSignedUploadUrl(name);
    const anonymous = new StorageClient(wire.url, {});
    const token = data?.token ?? "";
    expect(
      (await anonymous.from("private").uploadToSignedUrl(`${wire.ada.id}/else.txt`, token, "x"))
        .error,
    ).toMatchObject({ message: "Invalid signature" });
    expect(
      (await anonymous.from("private").uploadToSignedUrl(name, token, "sent")).error,
    ).toBeNull();
    expect(
      (await anonymous.from("private").uploadToSignedUrl(name, token, "again")).error,
    ).toMatchObject({ statusCode: "409" });
    expect((await wire.ada.from("private").info(name)).data).toMatchObject({ size: 4 });
  });
});
