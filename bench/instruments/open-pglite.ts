/** Opens PGlite on a folder, runs one query, and prints a line. Ends on SIGTERM. */
import { PGlite } from "@electric-sql/pglite";

const pglite = await PGlite.create({ dataDir: process.argv[2] ?? "" });
await pglite.query("select 1");
setInterval(() => {}, 60_000);
process.stdout.write("open\n");
process.once("SIGTERM", async () => {
  await pglite.close();
  process.exit();
});
