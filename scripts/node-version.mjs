/**
 * Imported first by every script: on a Node that is too old it prints that and exits, so it may only use what an old
 * Node has.
 */

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);

if (major < 20 || (major === 20 && minor < 19)) {
  console.error(
    `Portico needs Node 20.19 or newer, and this is Node ${process.versions.node}: install a newer one from https://nodejs.org and run the command again.`,
  );
  process.exit(1);
}
