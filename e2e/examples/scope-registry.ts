import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A local registry for the packages of this repository. */
export interface ScopeRegistry {
  /**
   * The variables that make npm load `@portico/…` from this registry and everything else from the usual one. They
   * name a file, because a shell would drop the variable `npm_config_@portico:registry` itself.
   */
  readonly env: Readonly<Record<string, string>>;
  readonly stop: () => void;
}

interface Manifest {
  readonly name: string;
  readonly version: string;
}

/** Serves packed packages as a registry does, so that they install as if they were published. */
export async function serveScope(archives: readonly string[]): Promise<ScopeRegistry> {
  const packages = archives.map((file) => {
    const manifest: Manifest = JSON.parse(
      execFileSync("tar", ["-xzOf", file, "package/package.json"], { encoding: "utf8" }),
    );
    return { manifest, archive: readFileSync(file) };
  });
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? "").slice(1);
    const match = packages.find(({ manifest }) => path.replace(/\/-\/.*/, "") === manifest.name);
    if (!match) return response.writeHead(404).end();
    const { manifest, archive } = match;
    if (path.endsWith(".tgz")) return response.end(archive);
    const integrity = `sha512-${createHash("sha512").update(archive).digest("base64")}`;
    const tarball = `${origin}/${manifest.name}/-/packed.tgz`;
    response.setHeader("Content-Type", "application/json");
    return response.end(
      JSON.stringify({
        name: manifest.name,
        "dist-tags": { latest: manifest.version },
        versions: { [manifest.version]: { ...manifest, dist: { tarball, integrity } } },
      }),
    );
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const folder = mkdtempSync(join(tmpdir(), "portico-registry-"));
  const npm_config_globalconfig = join(folder, "npmrc");
  writeFileSync(npm_config_globalconfig, `@portico:registry=${origin}\n`);
  return {
    env: { npm_config_globalconfig },
    stop: () => {
      server.close();
      rmSync(folder, { recursive: true });
    },
  };
}
