import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { needs } from "../../../test/needs.ts";
import { canReachNpm, serveFunctions } from "../../../test/servers/functions-wire.ts";

/** The packages that public functions use most, with a call that needs no network. */
const packages = {
  openai: [
    `import OpenAI from "npm:openai@4.104.0";`,
    `new OpenAI({ apiKey: "k", baseURL: gone, maxRetries: 0 }).models.list()`,
    "Connection error.",
  ],
  anthropic: [
    `import Anthropic from "npm:@anthropic-ai/sdk@0.39.0";`,
    `new Anthropic({ apiKey: "k", baseURL: gone, maxRetries: 0 }).messages.create({ model: "m", max_tokens: 1, messages: [] })`,
    "Connection error.",
  ],
  resend: [
    `import { Resend } from "npm:resend@4.0.0";`,
    `new Resend().emails.send({ from: "a@b.example", to: "a@b.example", subject: "s", html: "h" })`,
    `Missing API key. Pass it to the constructor \`new Resend("re_123")\``,
  ],
  react: [
    `import React from "npm:react@18.3.1"; import { renderToString } from "npm:react-dom@18.3.1/server";`,
    `renderToString(React.createElement("p", null, "hello"))`,
    "<p>hello</p>",
  ],
  postgres: [
    `import postgres from "npm:postgres@3.4.5";`,
    `postgres("postgresql://a:b@127.0.0.1:9/c")\`select 1\``,
    "connect ECONNREFUSED 127.0.0.1:9",
  ],
  s3: [
    `import { ListBucketsCommand, S3Client } from "npm:@aws-sdk/client-s3@3.700.0";`,
    `new S3Client({ region: "eu-west-1", endpoint: gone, maxAttempts: 1, credentials: { accessKeyId: "a", secretAccessKey: "b" } }).send(new ListBucketsCommand({}))`,
    "connect ECONNREFUSED 127.0.0.1:9",
  ],
} as const;

describe("packages of npm", needs("way to npm for Deno", canReachNpm()), () => {
  let wire: Awaited<ReturnType<typeof serveFunctions>>;
  beforeAll(async () => {
    const files = Object.entries(packages).map(([name, [imports, call]]) => [
      `supabase/functions/${name}/index.ts`,
      `${imports}
      const gone = "http://127.0.0.1:9";
      Deno.serve(async () => {
        try {
          return new Response(await (async () => ${call})());
        } catch (error) {
          return new Response(error.message);
        }
      });`,
    ]);
    wire = await serveFunctions(
      {
        ...Object.fromEntries(files),
        "supabase/functions/named/package.json": `{ "dependencies": { "ms": "^2.1.3", "left": "file:../left" } }`,
        "supabase/functions/named/index.ts": `
          import ms from "ms";
          Deno.serve(() => new Response(String(ms("2 days"))));`,
        // Functions must ignore these files, which belong to pages and tools of the project.
        "package.json": `{ "dependencies": { "openai": "1.0.0" } }`,
      },
      {},
    );
  });
  afterAll(() => wire.close());

  test("a function imports the dependencies of its own package.json by name", async () => {
    const response = await fetch(`${wire.origin}/functions/v1/named`, {
      headers: { authorization: "Bearer good" },
    });
    expect([await response.text(), wire.lines.join("\n")]).toEqual(["172800000", ""]);
  });

  test.each(Object.entries(packages))(
    "a function that uses %s starts, and fails only at the network",
    async (name, [, , expectedText]) => {
      const response = await fetch(`${wire.origin}/functions/v1/${name}`, {
        headers: { authorization: "Bearer good" },
      });
      expect([await response.text(), wire.lines.join("\n")]).toEqual([expectedText, ""]);
    },
  );
});
