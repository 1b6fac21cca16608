import { StorageClient } from "@supabase/storage-js";
import { decodeJwt } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type StorageServer, startStorageServer } from "../../../test/servers/storage-server.ts";

const fiveFilesPolicies = `
  create function public.files_in(folder text) returns bigint language sql stable security definer
    set search_path = '' as $$
    select count(*) from storage.objects where (storage.foldername(name))[1] = folder $$;
  create policy five on storage.objects as restrictive for insert to authenticated
    with check (public.files_in((storage.foldername(name))[1]) < 5);`;

let wire: StorageServer;
beforeAll(async () => {
  wire = await startStorageServer({ policies: fiveFilesPolicies });
});
afterAll(() => wire.close());

describe("a folder that a policy limits to five files", () => {
  const indices = Array.from({ length: 12 }, (_, index) => index);
  const namesIn = async (folder: string) => (await wire.admin.from("private").list(folder)).data;
  const anonymous = () => new StorageClient(wire.url, {}).from("private");

  test("a folder limited to five files has five when signed URLs for twelve are used", async () => {
    const ada = wire.ada.from("private");
    const signedUploads = await Promise.all(
      indices.map((index) => ada.createSignedUploadUrl(`${wire.ada.id}/${index}.txt`)),
    );
    const errors: unknown[] = [];
    for (const { data } of signedUploads) {
      const { error } = await anonymous().uploadToSignedUrl(
        data?.path ?? "",
        data?.token ?? "",
        "x",
      );
      if (error) errors.push((error as { statusCode?: string }).statusCode);
    }
    expect(errors).toEqual(Array(7).fill("403"));
    expect(await namesIn(wire.ada.id)).toHaveLength(5);
  });

  test("a folder limited to five files has five when twelve uploads and copies arrive at once", async () => {
    const mallory = wire.mallory.from("private");
    const first = `${wire.mallory.id}/first.txt`;
    await mallory.upload(first, "x");
    const initialFileCount = await wire.fileCount();
    await Promise.all(
      indices.map((index) =>
        index % 2 === 0
          ? mallory.upload(`${wire.mallory.id}/${index}.txt`, "x")
          : mallory.copy(first, `${wire.mallory.id}/${index}.txt`),
      ),
    );
    expect(await namesIn(wire.mallory.id)).toHaveLength(5);
    expect(await wire.fileCount()).toBe(initialFileCount + 4);
  });
});

describe("a signed URL for an upload", () => {
  test("a signed upload URL ends with the account that signed it, on every path", async () => {
    const person = await wire.signUp("leaver@example.com");
    const name = `${person.id}/late.txt`;
    const { data } = await person.from("private").createSignedUploadUrl(name);
    const token = data?.token ?? "";
    const deletion = await fetch(`${wire.server.origin}/auth/v1/admin/users/${person.id}`, {
      method: "DELETE",
      headers: { apikey: wire.server.keys.secret },
    });
    expect(deletion.status).toBe(200);
    const result = await new StorageClient(wire.url, {})
      .from("private")
      .uploadToSignedUrl(name, token, "x");
    expect(result.error).toMatchObject({ statusCode: "403" });
    const metadata = `bucketName ${btoa("private")},objectName ${btoa(name)}`;
    const resumableResponse = await fetch(`${wire.url}/upload/resumable/sign`, {
      method: "POST",
      headers: {
        "tus-resumable": "1.0.0",
        "upload-length": "1",
        "x-signature": token,
        "upload-metadata": metadata,
      },
    });
    expect(resumableResponse.status).toBe(403);
  });

  test("a signed upload URL of the secret key bypasses the policies, as the key does", async () => {
    const { data } = await wire.admin.from("public").createSignedUploadUrl("by-server.txt");
    const result = await new StorageClient(wire.url, {})
      .from("public")
      .uploadToSignedUrl("by-server.txt", data?.token ?? "", "x");
    expect(result.error).toBeNull();
  });

  test("a signed upload URL reveals only the id of its signer", async () => {
    const person = await wire.signUp("signer@example.com");
    const { data } = await person.from("private").createSignedUploadUrl(`${person.id}/a.txt`);
    const claims = decodeJwt(data?.token ?? "");
    expect(claims).toMatchObject({ owner: person.id, scope: "upload" });
    const { signer, ...readableClaims } = claims;
    expect(JSON.stringify(readableClaims) + Buffer.from(String(signer), "base64url")).not.toContain(
      "signer@",
    );
  });
});
