import { expect, test } from "vitest";
import { serverVariables } from "./server-variables.ts";
import { variables } from "./variables.ts";

const introduction = `# Environment variables

Every setting of config.toml may come from a variable (\`env(NAME)\`). The variables in this table are read by their names: from the process, then from the [\`.env\` files of the project](project-folders.md); \`DATABASE_\` variables, \`PORTICO_WORKERS\`, \`PORTICO_DATABASE_PASSWORD\` and \`GOTRUE_LOG_LEVEL\` only from the process. An empty variable counts as not set. A variable with an invalid value stops the start with a message.

Names that begin with \`GOTRUE_\`, \`STORAGE_\`, \`S3_\` or \`GLOBAL_\` are those of Supabase's servers. [Tracing](monitoring.md) is configured by OpenTelemetry's own variables, and connections to PostgreSQL also by libpq's ([PostgreSQL](postgresql.md)), and \`PGRST_APP_SETTINGS_\` variables are the [settings of functions in the database](rest-api.md).

`;

const serverIntroduction = `## The variables of a compose file

A compose file for self-hosting configures Supabase Auth by variables. Portico reads them as the keys of config.toml in this table, and they win over the file; an invalid value is reported by the name of its variable. \`*\` stands for a social provider, such as \`GOOGLE\`. \`GOTRUE_SMS_PROVIDER\` enables its section of \`[auth.sms]\`, and \`GOTRUE_SMTP_HOST\` that of \`[auth.email.smtp]\`. Other variables that begin with \`GOTRUE_\` have no effect, and the start names them once: the database is \`DATABASE_URL\` (\`GOTRUE_DB_DATABASE_URL\`), addresses of pages are fixed (\`GOTRUE_MAILER_URLPATHS_*\`), and there is one audience and one role for users (\`GOTRUE_JWT_AUD\`, \`GOTRUE_JWT_DEFAULT_GROUP_NAME\`).

`;

test("docs/environment.md lists every variable, as the table of the code does (npx vitest -u writes it)", async () => {
  const rows = Object.values(variables).map(({ names, description, defaultText }) => {
    const [name, ...others] = names.map((item) => `\`${item}\``);
    const alternatives = others.length > 0 ? `, or ${others.join(", ")}` : "";
    return `| ${name}${alternatives} | ${defaultText && `\`${defaultText}\``} | ${description} |`;
  });
  const table = ["| Variable | Default | Meaning |", "| --- | --- | --- |", ...rows].join("\n");
  const mappedRows = serverVariables.map(({ variable, key, conversion }) => {
    const effect = conversion === "opposite flag" ? `\`${key}\`, the opposite` : `\`${key}\``;
    return `| \`${variable}\` | ${effect} |`;
  });
  const mapped = ["| Variable | Key |", "| --- | --- |", ...mappedRows].join("\n");
  await expect(`${introduction}${table}\n\n${serverIntroduction}${mapped}\n`).toMatchFileSnapshot(
    "../../../../../docs/environment.md",
  );
});

test("an empty variable counts as not set, and the first of several names wins", () => {
  const { s3Region } = variables;
  expect(s3Region.read({ STORAGE_S3_REGION: "", REGION: "eu" })).toBe("eu");
  expect(s3Region.read({ STORAGE_S3_REGION: "us", REGION: "eu" })).toBe("us");
  expect(s3Region.read({})).toBe("us-east-1");
});

test("an empty password of the embedded database is a password", () => {
  expect(variables.databasePassword.read({ PORTICO_DATABASE_PASSWORD: "" })).toBe("");
  expect(variables.databasePassword.read({})).toBe("postgres");
});

test.each([
  ["databaseUrl", { DATABASE_URL: "mysql://a" }],
  ["databaseReadDelay", { DATABASE_READ_DELAY: "2h" }],
  ["trustedProxies", { PORTICO_TRUSTED_PROXIES: "all" }],
  ["addressHeader", { GOTRUE_RATE_LIMIT_HEADER: "Forwarded" }],
  ["monitoringPort", { PORTICO_ADMIN_PORT: "65536" }],
  ["compression", { PORTICO_COMPRESSION: "gzip" }],
  ["requestTime", { GOTRUE_API_MAX_REQUEST_DURATION: "0" }],
  ["leakCheckUrl", { PORTICO_PASSWORD_HIBP_URL: "ftp://a" }],
  ["s3Bucket", { GLOBAL_S3_BUCKET: "/" }],
  ["s3Timeout", { STORAGE_S3_CLIENT_TIMEOUT: "30s" }],
  ["redisUrl", { REALTIME_REDIS_URL: "localhost" }],
  ["workers", { PORTICO_WORKERS: "1025" }],
] as const)("an invalid %s is refused by the name of the variable: %j", (key, env) => {
  const { names } = variables[key];
  expect(() => variables[key].read(env)).toThrow(`The environment variable ${names[0]} must`);
});
