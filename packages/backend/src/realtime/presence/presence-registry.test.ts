import { describe, expect, test } from "vitest";
import { version2 } from "../frames/version-2.ts";
import { Hub } from "../hub.ts";
import { type PresenceMessage, PresenceRegistry } from "./presence-registry.ts";

const topic = { name: "room", isPrivate: false };

/** Creates a process whose bus collects its messages, with a subscriber in the room. */
function createProcess() {
  const hub = new Hub();
  const publishedMessages: PresenceMessage[] = [];
  const bus = {
    open: async () => {},
    publish: (message: PresenceMessage) => void publishedMessages.push(message),
    close: async () => {},
  };
  const presences = new PresenceRegistry(hub, () => bus);
  const diffs: { joins: string[]; leaves: string[] }[] = [];
  hub.subscribe(topic, {
    protocol: version2,
    accepts: () => true,
    deliver: ({ data }) => {
      const [, , , , { joins, leaves }] = JSON.parse(String(data));
      diffs.push({ joins: Object.keys(joins), leaves: Object.keys(leaves) });
    },
  });
  const presentKeys = () => Object.keys(JSON.parse(presences.stateJson(topic))).sort();
  return { presences, publishedMessages, diffs, presentKeys, listener: presences.listener };
}

describe("presence of another process", () => {
  test("the presence entries of a process that has stopped leave in one diff", () => {
    const [local, remote] = [createProcess(), createProcess()];
    local.presences.track(topic, "ada", { n: 1 });
    remote.presences.track(topic, "bob", {});
    remote.presences.track(topic, "eve", {});
    for (const message of remote.publishedMessages) local.listener.onMessage("other", message);
    expect(local.presentKeys()).toEqual(["ada", "bob", "eve"]);
    local.listener.onProcessGone("other");
    expect(local.presentKeys()).toEqual(["ada"]);
    expect(local.diffs.at(-1)).toEqual({ joins: [], leaves: ["bob", "eve"] });
  });

  test("the full presence state of a process corrects its entries after lost messages", () => {
    const [local, remote] = [createProcess(), createProcess()];
    const bob = remote.presences.track(topic, "bob", {});
    for (const message of remote.publishedMessages.splice(0))
      local.listener.onMessage("other", message);
    remote.presences.untrack(topic, bob);
    remote.presences.track(topic, "eve", {});
    remote.publishedMessages.length = 0;
    remote.listener.onSyncNeeded();
    for (const message of remote.publishedMessages) local.listener.onMessage("other", message);
    expect(local.presentKeys()).toEqual(["eve"]);
    expect(local.diffs).toEqual([
      { joins: ["bob"], leaves: [] },
      { joins: [], leaves: ["bob"] },
      { joins: ["eve"], leaves: [] },
    ]);
  });

  test("a presence entry that is published twice joins once", () => {
    const [local, remote] = [createProcess(), createProcess()];
    remote.presences.track(topic, "bob", {});
    remote.listener.onSyncNeeded();
    for (const message of remote.publishedMessages) local.listener.onMessage("other", message);
    expect(local.diffs).toEqual([{ joins: ["bob"], leaves: [] }]);
  });
});
