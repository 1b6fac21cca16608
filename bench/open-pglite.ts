/** Opens PGlite on a folder, asks it one thing, and says so. Ends when its input does. */
import { PGlite } from "@electric-sql/pglite";

const pglite = await PGlite.create({ dataDir: process.argv[2] ?? "" });
await pglite.query("select 1");
process.stdout.write("open\n");
process.stdin.resume().once("end", async () => {
  await pglite.close();
  process.exit();
});
