import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Pooler, pgbouncers, startPooler } from "../../../test/databases/pgbouncer.ts";
import { makeTestStorage } from "../../../test/databases/test-database.ts";
import { loadSelfSigned } from "../../config/files/self-signed.ts";
import { DatabaseUnavailable } from "../errors.ts";
import { sql } from "../sql.ts";
import { readAddresses } from "./address.ts";
import { openPostgres } from "./postgres.ts";

const readUrl = (url: string, env = {}) => readAddresses(url, env);
const places = (url: string) => [
  ...new Set(
    readUrl(url).configs.map(({ host, port, database }) => `${host} ${port ?? "-"} ${database}`),
  ),
];

describe("the URL of a database", () => {
  test.each([
    ["postgresql://ada:s%40me@db.example:6432/app", ["db.example 6432 app"]],
    ["postgres://db.example", ["db.example - undefined"]],
    ["postgresql://one:1,two:2,three/app", ["one 1 app", "two 2 app", "three - app"]],
    ["postgresql://ada@/app?host=one,two&port=1,2", ["one 1 app", "two 2 app"]],
    ["postgresql://ada@/app?host=one,two&port=5433", ["one 5433 app", "two 5433 app"]],
    ["postgresql:///app?host=/var/run/postgresql", ["/var/run/postgresql - app"]],
    ["postgresql://%2Fvar%2Frun%2Fpostgresql/app", ["/var/run/postgresql - app"]],
    ["postgresql://[::1]:5433,[2001:db8::1]/app", ["::1 5433 app", "2001:db8::1 - app"]],
  ])("the database URL %s is read", (url, expected) => {
    expect(places(url)).toEqual(expected);
  });

  test("the database URL keeps user, password and settings for each of several hosts", () => {
    const { configs } = readUrl(
      "postgresql://ada:s%40me@one,two/app?sslmode=disable&options=-c%20a.b%3D1",
    );
    expect(configs).toHaveLength(2);
    for (const address of configs) {
      expect(address).toMatchObject({
        user: "ada",
        password: "s@me",
        options: "-c a.b=1",
        ssl: false,
      });
    }
  });

  test.each([
    ["postgresql://one/app", "any"],
    ["postgresql://one,two/app", "read-write"],
    ["postgresql://one,two/app?target_session_attrs=any", "any"],
    ["postgresql://one/app?target_session_attrs=standby", "standby"],
  ])("the database URL %s requires a server that is %s", (url, targetSession) => {
    expect(readUrl(url).targetSession).toBe(targetSession);
  });

  test.each([
    ["mysql://one/app", /begins with postgresql/],
    ["postgresql://ada:s#me@one/app", /cannot be read.*%23/],
    ["postgresql://one:many/app", /cannot be read/],
    ["postgresql://one/app?sslmode=sometimes", /sslmode must be/],
    ["postgresql://one/app?target_session_attrs=fast", /target_session_attrs must be/],
    ["postgresql://one/app?sslmode=verify-ca", /needs a root certificate/],
    ["postgresql://one/app?sslrootcert=/nowhere/root.crt", /cannot be read \(ENOENT\)/],
  ])("the database URL %s is refused", (url, reason) => {
    expect(() => readUrl(url)).toThrow(reason);
  });

  test("the database URL is completed by libpq's variables", () => {
    expect(readUrl("postgresql://one/app", { PGSSLMODE: "disable" }).configs).toMatchObject([
      { ssl: false },
    ]);
    expect(
      readUrl("postgresql://one/app?sslmode=require", { PGSSLMODE: "disable" }).configs,
    ).toMatchObject([{ ssl: { rejectUnauthorized: false } }]);
  });
});

const [program] = process.env["TEST_DATABASE_URL"] === undefined ? [] : pgbouncers();

describe.runIf(program)("TLS to a server that requires it", () => {
  let storage: Awaited<ReturnType<typeof makeTestStorage>>;
  let folder = "";
  let tlsPooler: Pooler;
  let plainPooler: Pooler;
  beforeAll(async () => {
    storage = await makeTestStorage();
    const direct = "url" in storage.storage ? storage.storage.url : "";
    folder = await mkdtemp(join(tmpdir(), "portico-tls-"));
    const certificate = await loadSelfSigned();
    await writeFile(join(folder, "root.crt"), certificate.cert);
    await writeFile(join(folder, "other.crt"), (await loadSelfSigned()).cert);
    plainPooler = await startPooler(program ?? "", direct);
    tlsPooler = await startPooler(program ?? "", direct, { tls: certificate });
  });
  afterAll(async () => {
    await tlsPooler.close();
    await plainPooler.close();
    await storage.drop();
    await rm(folder, { recursive: true });
  });

  /** Returns whether a connection was established, and its encryption. */
  const connectThrough = async (pooler: Pooler, settings: string, host = "127.0.0.1") => {
    const url = new URL(pooler.url);
    url.hostname = host;
    url.search = settings.replace("FOLDER", folder);
    const database = await openPostgres({ url: url.href, connections: 1 });
    await database.query(sql`select 1`);
    await database.close();
  };

  test.each([
    "",
    "sslmode=allow",
    "sslmode=prefer",
    "sslmode=require",
    "ssl=true",
    "sslmode=require&sslrootcert=FOLDER/root.crt",
    "sslmode=verify-ca&sslrootcert=FOLDER/root.crt",
    "sslmode=verify-full&sslrootcert=FOLDER/root.crt",
  ])("a TLS connection is established by %j", (settings) => connectThrough(tlsPooler, settings));

  test.each([
    "sslmode=disable",
    "sslmode=require&sslrootcert=FOLDER/other.crt",
    "sslmode=verify-ca&sslrootcert=FOLDER/other.crt",
    "sslmode=verify-full",
    "sslrootcert=system",
  ])("a TLS connection is refused by %j", async (settings) => {
    await expect(connectThrough(tlsPooler, settings)).rejects.toBeInstanceOf(DatabaseUnavailable);
  });

  test("a TLS connection to another name than the certificate's is accepted by verify-ca and refused by verify-full", async () => {
    const root = "sslrootcert=FOLDER/root.crt";
    await connectThrough(tlsPooler, `sslmode=verify-ca&${root}`, "127.0.0.2");
    const connection = connectThrough(tlsPooler, `sslmode=verify-full&${root}`, "127.0.0.2");
    await expect(connection).rejects.toBeInstanceOf(DatabaseUnavailable);
  });

  test("a server without TLS is refused by the modes that require it", async () => {
    for (const settings of ["", "sslmode=prefer", "sslmode=allow", "sslmode=disable"]) {
      await connectThrough(plainPooler, settings);
    }
    for (const settings of ["sslmode=require", "sslmode=verify-full"]) {
      await expect(connectThrough(plainPooler, settings)).rejects.toBeInstanceOf(
        DatabaseUnavailable,
      );
    }
  });
});
