import { describe, expect, test } from "vitest";
import type { Word } from "../bus/port.ts";
import { version2 } from "../frames/version-2.ts";
import { Hub } from "../hub.ts";
import { Presences } from "./presences.ts";

const topic = { name: "room", isPrivate: false };

/** A process whose bus is a list, with one who listens in the room. */
function makeProcess() {
  const hub = new Hub();
  const told: Word[] = [];
  const bus = {
    open: async () => {},
    tell: (word: Word) => void told.push(word),
    close: async () => {},
  };
  const presences = new Presences(hub, () => bus);
  const diffs: { joins: string[]; leaves: string[] }[] = [];
  hub.subscribe(topic, {
    protocol: version2,
    wants: () => true,
    take: ({ data }) => {
      const [, , , , { joins, leaves }] = JSON.parse(String(data));
      diffs.push({ joins: Object.keys(joins), leaves: Object.keys(leaves) });
    },
  });
  const present = () => Object.keys(JSON.parse(presences.stateOf(topic))).sort();
  return { presences, told, diffs, present, listener: presences.listener };
}

describe("members of another process", () => {
  test("are forgotten with it, in one change", () => {
    const [one, other] = [makeProcess(), makeProcess()];
    one.presences.track(topic, "ada", { n: 1 });
    other.presences.track(topic, "bob", {});
    other.presences.track(topic, "eve", {});
    for (const word of other.told) one.listener.onWord("other", word);
    expect(one.present()).toEqual(["ada", "bob", "eve"]);
    one.listener.onGone("other");
    expect(one.present()).toEqual(["ada"]);
    expect(one.diffs.at(-1)).toEqual({ joins: [], leaves: ["bob", "eve"] });
  });

  test("are set right by its list, after words were lost", () => {
    const [one, other] = [makeProcess(), makeProcess()];
    const bob = other.presences.track(topic, "bob", {});
    for (const word of other.told.splice(0)) one.listener.onWord("other", word);
    other.presences.untrack(topic, bob);
    other.presences.track(topic, "eve", {});
    other.told.length = 0;
    other.listener.onCome();
    for (const word of other.told) one.listener.onWord("other", word);
    expect(one.present()).toEqual(["eve"]);
    expect(one.diffs).toEqual([
      { joins: ["bob"], leaves: [] },
      { joins: [], leaves: ["bob"] },
      { joins: ["eve"], leaves: [] },
    ]);
  });

  test("are told to nobody twice", () => {
    const [one, other] = [makeProcess(), makeProcess()];
    other.presences.track(topic, "bob", {});
    other.listener.onCome();
    for (const word of other.told) one.listener.onWord("other", word);
    expect(one.diffs).toEqual([{ joins: ["bob"], leaves: [] }]);
  });
});
