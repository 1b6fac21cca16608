import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  DraftSlot,
  draftLimits,
  draftsOf,
  newNote,
  removeDrafts,
  removeExpiredDrafts,
  saveDraft,
  subscribeToDrafts,
} from "./drafts.ts";

/** Returns a fake storage that holds at most this many characters. */
function createStorage(maxCharacters = Number.POSITIVE_INFINITY) {
  const entries: Record<string, string> = {};
  const methods = {
    getItem: (key: string) => entries[key] ?? null,
    setItem(key: string, value: string) {
      if (value.length > maxCharacters) throw new DOMException("full", "QuotaExceededError");
      entries[key] = value;
    },
    removeItem: (key: string) => void delete entries[key],
  };
  const hidden = Object.fromEntries(
    Object.entries(methods).map(([name, value]) => [name, { value, enumerable: false }]),
  );
  return Object.defineProperties(entries, hidden);
}

const window = new EventTarget();
const draftText = (body: string, at = Date.now()) => ({ title: "", body, pinned: false, at });
const draft = (name: string, body = name, at?: number) => ({
  ...draftText(body, at),
  note: newNote,
  name,
});

beforeEach(() => {
  vi.stubGlobal("localStorage", createStorage());
  vi.stubGlobal("addEventListener", window.addEventListener.bind(window));
  vi.stubGlobal("removeEventListener", window.removeEventListener.bind(window));
  removeExpiredDrafts();
});
afterEach(() => {
  for (const user of ["ada", "bob"]) removeDrafts(user);
  vi.unstubAllGlobals();
});

describe("the drafts of an account", () => {
  it("drafts are visible only to their own account and are removed with it", () => {
    saveDraft("ada", draft("one", "Ada's"));
    saveDraft("bob", draft("one", "Bob's"));
    expect(draftsOf("ada").map(({ body }) => body)).toEqual(["Ada's"]);
    expect(draftsOf("bob").map(({ body }) => body)).toEqual(["Bob's"]);
    removeDrafts("ada");
    expect(draftsOf("ada")).toEqual([]);
    expect(draftsOf("bob")).toHaveLength(1);
    expect(Object.keys(localStorage)).toEqual(["portico.draft.bob.new.one"]);
  });

  it("the number of drafts is limited, and the oldest are removed first", () => {
    const start = Date.now() - 1000;
    for (let index = 0; index <= draftLimits.count; index++)
      saveDraft(index % 2 ? "ada" : "bob", draft(`d${index}`, "text", start + index));
    const names = [...draftsOf("ada"), ...draftsOf("bob")].map(({ name }) => name);
    expect(names).toHaveLength(draftLimits.count);
    expect(names).not.toContain("d0");
  });

  it("the size of all drafts is limited, and the newest is kept", () => {
    const halfLimit = "x".repeat(draftLimits.characters / 2);
    saveDraft("ada", draft("old", halfLimit, Date.now() - 1000));
    expect(saveDraft("ada", draft("new", halfLimit))).toBe(true);
    expect(draftsOf("ada").map(({ name }) => name)).toEqual(["new"]);
  });

  it("drafts expire after 90 days", () => {
    saveDraft("ada", draft("old", "text", Date.now() - draftLimits.ageMs - 1));
    expect(draftsOf("ada")).toEqual([]);
    removeExpiredDrafts();
    expect(Object.keys(localStorage)).toEqual([]);
  });

  it("a draft that does not fit into storage lasts as long as the page, and saveDraft returns false", () => {
    vi.stubGlobal("localStorage", createStorage(200));
    expect(saveDraft("ada", draft("large", "x".repeat(300)))).toBe(false);
    expect(draftsOf("ada")[0]?.body).toHaveLength(300);
    expect(saveDraft("ada", draft("small"))).toBe(true);
  });

  it("stored values that are not drafts are ignored", () => {
    localStorage.setItem("portico.draft.ada.new.one", "{");
    localStorage.setItem(
      "portico.draft.ada.new.two",
      JSON.stringify({ ...draftText("a"), at: 1e300 }),
    );
    localStorage.setItem("portico.draft.ada", JSON.stringify(draftText("a")));
    removeExpiredDrafts();
    expect(draftsOf("ada")).toEqual([]);
  });

  it("draftsOf returns the same array until a draft changes in any window", () => {
    const listener = vi.fn();
    const unsubscribe = subscribeToDrafts(listener);
    saveDraft("ada", draft("one"));
    const previousDrafts = draftsOf("ada");
    expect(draftsOf("ada")).toBe(previousDrafts);
    expect(listener).toHaveBeenCalledTimes(1);
    localStorage.setItem("portico.draft.ada.new.two", JSON.stringify(draftText("elsewhere")));
    window.dispatchEvent(Object.assign(new Event("storage"), { key: "portico.draft.ada.new.two" }));
    expect(listener).toHaveBeenCalledTimes(2);
    expect(draftsOf("ada")).toHaveLength(2);
    unsubscribe();
  });
});

describe("the draft of an editor", () => {
  it("an editor continues with the newest draft of its note", () => {
    saveDraft("ada", draft("old", "old", Date.now() - 1000));
    saveDraft("ada", draft("late", "late"));
    const slot = new DraftSlot("ada", newNote);
    expect(slot.draft?.body).toBe("late");
    slot.save(draftText("later"), "");
    expect(draftsOf("ada").map(({ name, body }) => [name, body])).toEqual([
      ["late", "later"],
      ["old", "old"],
    ]);
    slot.remove();
    expect(new DraftSlot("ada", newNote).draft?.body).toBe("old");
  });

  it("an editor gets its own draft when another window writes the same one", () => {
    saveDraft("ada", draft("one", "start", Date.now() - 1000));
    const editor = new DraftSlot("ada", newNote);
    // A second editor acts as another window, because windows share only the storage.
    const otherEditor = new DraftSlot("ada", newNote);
    otherEditor.save(draftText("theirs"), "");
    editor.remove();
    editor.save(draftText("mine"), "2026-11-01");
    editor.save(draftText("mine, too"), "2026-11-01");
    otherEditor.save(draftText("theirs, too"), "");
    expect(
      draftsOf("ada")
        .map(({ body }) => body)
        .sort(),
    ).toEqual(["mine, too", "theirs, too"]);
    expect(editor.draft?.since).toBe("2026-11-01");
  });
});
