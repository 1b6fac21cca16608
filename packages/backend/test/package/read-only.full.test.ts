import { execFileSync } from "node:child_process";
import { chmod, chown, mkdir, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { AuthClient } from "@supabase/auth-js";
import { StorageClient } from "@supabase/storage-js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { portico } from "../processes/portico-command.ts";
import { type Packed, pack } from "./packed.ts";

/** The user id of an account without any rights. */
const unprivilegedId = 65_534;

/**
 * Runs a command as deploy/ does: as an unprivileged user, without capabilities, and with a read-only root except for a
 * data folder and a temporary folder.
 */
const script = `
set -eu
data=$1 temporary=$2
shift 2
root=$(mktemp -d)
mount --rbind / "$root"
for mountpoint in $(awk -v root="$root" 'index($5, root) == 1 { print $5 }' /proc/self/mountinfo); do
  mount -o remount,bind,ro "$mountpoint" || true
done
mount --bind "$data" "$root$data"
mount -o remount,bind,rw "$root$data"
mount -t tmpfs -o mode=1777 tmpfs "$root$temporary"
exec chroot "$root" setpriv --reuid ${unprivilegedId} --regid ${unprivilegedId} --clear-groups --no-new-privs \\
  --bounding-set=-all --inh-caps=-all env --ignore-environment PATH="$PATH" TMPDIR="$temporary" \\
  NODE_ENV=production "$@"`;

/** Only `npm run test:nightly` runs this, because it is slow. It needs root. */
const isPossible =
  process.env["PORTICO_READ_ONLY"] !== undefined &&
  process.platform === "linux" &&
  process.getuid?.() === 0;

let packed: Packed;
let wrapper: readonly string[];
beforeAll(async () => {
  if (!isPossible) return;
  packed = await pack();
  const { home } = packed;
  await chmod(home, 0o755);
  for (const name of ["data", "temporary", "open"]) await mkdir(join(home, name));
  await chown(join(home, "data"), unprivilegedId, unprivilegedId);
  // The mode of this folder allows everyone to write, but the root is read-only.
  await chmod(join(home, "open"), 0o777);
  await mkdir(join(home, "project/supabase"), { recursive: true });
  const config = "[auth.email]\nenable_confirmations = false\n[storage.buckets.kept]";
  await writeFile(join(home, "project/supabase/config.toml"), config);
  await symlink(join(home, "data"), join(home, "project/.portico"));
  const writableFolders = [join(home, "data"), join(home, "temporary")];
  const unshare = ["unshare", "--mount", "--propagation", "private"];
  wrapper = [...unshare, "sh", "-c", script, "sh", ...writableFolders];
}, 120_000);
afterAll(async () => {
  if (isPossible) await rm(packed.home, { recursive: true, force: true });
});

test.runIf(isPossible)(
  "an unprivileged server with a read-only root serves requests, stores files, and is backed up and restored",
  { timeout: 240_000 },
  async () => {
    const { home } = packed;
    const [program = "", ...args] = wrapper;
    const write = `touch ${join(home, "open/file")}`;
    const options = { encoding: "utf8", stdio: "pipe" } as const;
    expect(() => execFileSync(program, [...args, "sh", "-c", write], options)).toThrow(
      "Read-only file system",
    );

    const command = (...args: string[]) => {
      const commandArgs = [...args, "--project", join(home, "project")];
      return portico(commandArgs, {}, join(packed.installed, "dist/cli.js"), wrapper);
    };
    const start = (...args: string[]) => command("start", "--port", "0", "--secret-key", ...args);
    const person = { email: "ada@example.com", password: "correct horse battery" };
    const keyOf = (output: string) => /Secret key +(\S+)/.exec(output)?.[1] ?? "";
    const filesOf = (origin: string, key: string) =>
      new StorageClient(`${origin}/storage/v1`, {
        apikey: key,
        authorization: `Bearer ${key}`,
      }).from("kept");
    const authOf = (origin: string, key: string) =>
      new AuthClient({ url: `${origin}/auth/v1`, headers: { apikey: key }, persistSession: false });

    const server = start();
    const origin = await server.origin;
    const key = keyOf(server.output());
    expect((await authOf(origin, key).signUp(person)).error).toBeNull();
    expect((await filesOf(origin, key).upload("a.txt", "hello")).error).toBeNull();
    const backup = await command("backup", join(home, "data/backups/one.tar.gz")).ended;
    expect(backup.output).toMatch(/one\.tar\.gz: 1 user, \d+ tables with \d+ rows, 1 file /);
    server.process.kill("SIGTERM");
    expect((await server.ended).code).toBe(0);

    const secondData = ["--data", join(home, "data/second")];
    const restore = await command("restore", join(home, "data/backups/one.tar.gz"), ...secondData)
      .ended;
    expect(restore.output).toContain("1 user,");
    const secondServer = start(...secondData);
    const secondOrigin = await secondServer.origin;
    expect(keyOf(secondServer.output())).toBe(key);
    expect((await authOf(secondOrigin, key).signInWithPassword(person)).error).toBeNull();
    const { data: blob } = await filesOf(secondOrigin, key).download("a.txt");
    expect(await blob?.text()).toBe("hello");
    secondServer.process.kill("SIGTERM");
    expect(await secondServer.ended).toMatchObject({ code: 0 });
    expect(secondServer.output()).not.toMatch(/EROFS|EACCES|Note: .*cannot/);
    expect(await readdir(join(home, "open"))).toEqual([]);
  },
);
