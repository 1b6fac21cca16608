import { join } from "node:path";
import { expect, test } from "vitest";
import { projectFolder } from "../../test/project-folder.ts";
import { readUserFile } from "./user-file.ts";

const deep = "[".repeat(100_000) + "]".repeat(100_000);

test.each([
  ["users.json", deep],
  ["users.json", `[{"email": "ada@example.com", "user_metadata": {"list": ${deep}}}]`],
  ["users.toml", `[[users]]\nemail = "ada@example.com"\nuser_metadata.list = ${deep}`],
  [
    "users.toml",
    `[[users]]\nemail = "ada@example.com"\nuser_metadata.${"a.".repeat(100_000)}a = 1`,
  ],
])("a file %s that nests too deep is refused with the reason", async (name, content) => {
  const folder = await projectFolder({ [name]: content });
  await expect(readUserFile(join(folder, name))).rejects.toThrow(/^\S+: \S/);
});
