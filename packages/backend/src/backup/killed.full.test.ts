import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { compare, Ledger, loadedProject } from "../../test/loaded-project.ts";
import { type Command, portico } from "../../test/processes/portico-command.ts";
import { temporaryFolder } from "../../test/project-folder.ts";

/**
 * The number of times to kill the server: twenty in `npm run test:nightly`, otherwise none. `commands.test.ts` always
 * makes a backup under load.
 */
const kills = Number(process.env["PORTICO_BACKUP_KILLS"] ?? 0);

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let server: Command | undefined;
beforeAll(async () => {
  folder = await temporaryFolder(loadedProject);
});
afterAll(async () => {
  await killed();
  await folder.remove();
});

const command = (...args: string[]) => portico([...args, "--project", folder.path]);

async function growth(data: string): Promise<string> {
  server = command("start", "--port", "0", "--data", data);
  return server.origin;
}

async function killed(): Promise<void> {
  server?.process.kill("SIGKILL");
  await server?.ended;
}

test.runIf(kills > 0)(
  `a server killed around a backup (${kills} times) can be restored from it with all data confirmed before`,
  {
    timeout: 120_000 + kills * 60_000,
  },
  async () => {
    const ledger = new Ledger();
    let data = join(folder.path, "data-0");
    for (let attempt = 1; attempt <= kills; attempt++) {
      const stopWriting = ledger.write(await growth(data));
      await sleep(Math.random() * 1000);
      const confirmed = ledger.snapshot();
      const [complete, cut] = ["whole", "cut"].map((name) =>
        join(folder.path, `${name}.tar.gz`),
      ) as [string, string];
      const backup = await command("backup", complete, "--replace", "--data", data).ended;
      expect(backup).toMatchObject({ code: 0 });
      const laterConfirmed = ledger.snapshot();
      const secondBackup = command("backup", cut, "--replace", "--data", data);
      await sleep(Math.random() * 2500);
      await killed();
      await stopWriting();
      const { code } = await secondBackup.ended;

      // The killed server must not leave a partial second backup: it is either complete or missing.
      const names = await readdir(folder.path);
      expect(names.filter((name) => name.startsWith("cut"))).toEqual(
        code === 0 ? ["cut.tar.gz"] : [],
      );
      await rm(data, { recursive: true });
      data = join(folder.path, `data-${attempt}`);
      const file = code === 0 ? cut : complete;
      expect(await command("restore", file, "--data", data).ended).toMatchObject({ code: 0 });
      const origin = await growth(data);
      await compare(origin, code === 0 ? laterConfirmed : confirmed);
      await killed();
      await rm(cut, { force: true });
      // Forget the writes after the backup, because the restored project does not contain them.
      ledger.clear();
    }
  },
);
