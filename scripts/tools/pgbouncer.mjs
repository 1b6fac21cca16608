import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { run } from "../process/run.mjs";
import { installDebianPackage } from "./debian.mjs";

/**
 * PgBouncer supports prepared statements since 1.21. Debian 13 has the source of this version.
 */
const source = {
  version: "1.24.1",
  sha256: "da72a3aba13072876d055a3e58dd4aba4a5de4ed6148e73033185245598fd3e0",
};

/**
 * Makes both kinds of PgBouncer available on a Debian system: Debian 12's package, which does not support prepared
 * statements, and a later one as `pgbouncer-1.24`, built from source.
 *
 * @returns {Promise<string | undefined>} the folder of the one that was built; undefined if either is unavailable
 */
export async function ensurePgbouncers() {
  for (const name of ["pgbouncer", "gcc", "make", "pkg-config", "libevent-dev", "libssl-dev"]) {
    if (!(await installDebianPackage(name))) return undefined;
  }
  const aptSources = await run("apt-get", ["indextargets", "--format", "$(COMPONENT) $(REPO_URI)"]);
  const [, mirror] = /^main (\S+)$/m.exec(aptSources.output) ?? [];
  if (!mirror) return undefined;
  // PgBouncer runs as an account that cannot read root's temporary files.
  const folder = mkdtempSync("/tmp/portico-pgbouncer-");
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  chmodSync(folder, 0o755);
  const archive = join(folder, "source.tar.gz");
  const address = `${mirror}pool/main/p/pgbouncer/pgbouncer_${source.version}.orig.tar.gz`;
  /** @type {readonly (readonly [string, ...string[]])[]} */
  const steps = [
    ["/usr/lib/apt/apt-helper", "download-file", address, archive, `SHA256:${source.sha256}`],
    ["tar", "--extract", "--strip-components=1", "--file", archive],
    ["./configure", "--without-cares"],
    ["make", "-j2", "pgbouncer"],
    ["mv", "pgbouncer", "pgbouncer-1.24"],
  ];
  for (const [program, ...parameters] of steps) {
    if ((await run(program, parameters, { cwd: folder })).code !== 0) return undefined;
  }
  return folder;
}
