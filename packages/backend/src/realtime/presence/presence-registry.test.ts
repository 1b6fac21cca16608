import { describe, expect, test } from "vitest";
import { version2 } from "../frames/version-2.ts";
import { Hub } from "../hub.ts";
import { type PresenceMessage, PresenceRegistry } from "./presence-registry.ts";

const topic = { name: "room", isPrivate: false };

/** Creates a process whose bus collects its messages, with a subscriber in the room. */
function makeProcess() {
  const hub = new Hub();
  const published: PresenceMessage[] = [];
  const bus = {
    open: async () => {},
    publish: (message: PresenceMessage) => void published.push(message),
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
  const present = () => Object.keys(JSON.parse(presences.stateJson(topic))).sort();
  return { presences, published, diffs, present, listener: presences.listener };
}

describe("presence of another process", () => {
  test("the members of a process that has gone leave in one diff", () => {
    const [first, other] = [makeProcess(), makeProcess()];
    first.presences.track(topic, "ada", { n: 1 });
    other.presences.track(topic, "bob", {});
    other.presences.track(topic, "eve", {});
    for (const message of other.published) first.listener.onMessage("other", message);
    expect(first.present()).toEqual(["ada", "bob", "eve"]);
    first.listener.onProcessGone("other");
    expect(first.present()).toEqual(["ada"]);
    expect(first.diffs.at(-1)).toEqual({ joins: [], leaves: ["bob", "eve"] });
  });

  test("the full list of a process corrects its members after lost messages", () => {
    const [first, other] = [makeProcess(), makeProcess()];
    const bob = other.presences.track(topic, "bob", {});
    for (const message of other.published.splice(0)) first.listener.onMessage("other", message);
    other.presences.untrack(topic, bob);
    other.presences.track(topic, "eve", {});
    other.published.length = 0;
    other.listener.onSyncNeeded();
    for (const message of other.published) first.listener.onMessage("other", message);
    expect(first.present()).toEqual(["eve"]);
    expect(first.diffs).toEqual([
      { joins: ["bob"], leaves: [] },
      { joins: [], leaves: ["bob"] },
      { joins: ["eve"], leaves: [] },
    ]);
  });

  test("a member that is reported twice joins once", () => {
    const [first, other] = [makeProcess(), makeProcess()];
    other.presences.track(topic, "bob", {});
    other.listener.onSyncNeeded();
    for (const message of other.published) first.listener.onMessage("other", message);
    expect(first.diffs).toEqual([{ joins: ["bob"], leaves: [] }]);
  });
});
