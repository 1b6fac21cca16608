import { expect, test } from "vitest";
import { silentLog } from "../../test/auth/auth-fixture.ts";
import { temporaryFolder } from "../../test/project-folder.ts";
import { openFiles } from "./files.ts";

const options = {
  project: ".",
  host: "127.0.0.1",
  storage: { url: "postgresql://127.0.0.1/app" },
  env: {},
  log: silentLog,
};
const unreachableS3 = {
  STORAGE_S3_BUCKET: "my-files/of-the-application/",
  STORAGE_S3_ENDPOINT: "http://127.0.0.1:9",
  AWS_ACCESS_KEY_ID: "key",
  AWS_SECRET_ACCESS_KEY: "secret",
};

test("a start without its S3 store continues and says why files wait", async () => {
  const { location, warnings, close } = await openFiles(options, unreachableS3);
  expect(location).toBe("s3://my-files/of-the-application/ at http://127.0.0.1:9");
  expect(warnings).toEqual([
    expect.stringMatching(
      /^the bucket "my-files" at http:\/\/127.0.0.1:9 cannot be used \(.*ECONNREFUSED.*\); files wait for it$/,
    ),
  ]);
  await close();
});

test.each([
  [{ STORAGE_S3_BUCKET: "-" }, "STORAGE_S3_BUCKET must be the name of a bucket"],
  [
    { ...unreachableS3, STORAGE_S3_ENDPOINT: "127.0.0.1" },
    "STORAGE_S3_ENDPOINT must be an absolute URL",
  ],
  [{ ...unreachableS3, STORAGE_S3_CLIENT_TIMEOUT: "1s" }, "must be a number of milliseconds"],
  [{ ...unreachableS3, STORAGE_S3_FORCE_PATH_STYLE: "maybe" }, "must be true or false"],
])("a start refuses invalid settings of an S3 store: %j", async (env, message) => {
  await expect(openFiles(options, env)).rejects.toThrow(message);
});

test("a start refuses two locations for its files", async () => {
  const files = { ...options, files: "/tmp/files" };
  await expect(openFiles(files, unreachableS3)).rejects.toThrow("choose one");
});

test("files of a database in memory are not stored permanently", async () => {
  const { location, close } = await openFiles(
    { ...options, storage: { memory: true } },
    unreachableS3,
  );
  expect(location).toBeUndefined();
  await close();
});

test("files are in the project's folder by default", async () => {
  const { path, remove } = await temporaryFolder({});
  const { location, close } = await openFiles({ ...options, project: path }, {});
  expect(location).toBe(`${path}/.portico/files`);
  await close();
  await remove();
});
