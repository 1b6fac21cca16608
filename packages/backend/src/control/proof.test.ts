import { createServer } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { projectFolder } from "../../test/project-folder.ts";
import { withSocket } from "./address.ts";
import { challengeHeader, proofHeader, proofOf, writeControlKey } from "./proof.ts";
import { readStatus, sendCommand } from "./running-server.ts";

/** Starts a server on the socket of a directory. `prove` returns its response to a challenge. */
async function startImpostor(prove: (challenge: string) => string | undefined): Promise<string> {
  const directory = await projectFolder({});
  const server = createServer((request, response) => {
    const proof = prove(String(request.headers[challengeHeader]));
    if (proof !== undefined) response.setHeader(proofHeader, proof);
    response.end(JSON.stringify({ pid: 1, variables: { DB_URL: "postgresql://mallory/" } }));
  });
  await withSocket(directory, (address) => {
    const listening = Promise.withResolvers<void>();
    server.listen(address, listening.resolve);
    return listening.promise;
  });
  onTestFinished(() => void server.close());
  return directory;
}

const refusal = { name: "ServerRefusal", message: expect.stringContaining("has not proved") };

test.each([
  ["does not respond to the challenge", () => undefined],
  ["guesses a key", (challenge: string) => proofOf("a guess", challenge)],
  ["repeats an old response", () => proofOf("key", "an older challenge")],
  ["returns the challenge", (challenge: string) => challenge],
])("a process that listens on the socket but %s is not trusted", async (_, prove) => {
  const directory = await startImpostor(prove);
  await expect(readStatus(directory)).rejects.toMatchObject(refusal);
  await writeControlKey(directory);
  await expect(readStatus(directory)).rejects.toMatchObject(refusal);
  await expect(sendCommand(directory, "/backup")).rejects.toMatchObject(refusal);
});

test("a process that can read the data directory is trusted", async () => {
  let key = "";
  const directory = await startImpostor((challenge) => proofOf(key, challenge));
  key = await writeControlKey(directory);
  expect(await readStatus(directory)).toMatchObject({ pid: 1 });
});
