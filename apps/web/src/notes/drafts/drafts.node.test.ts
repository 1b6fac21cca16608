import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  DraftSlot,
  draftLimits,
  draftsOf,
  forgetDrafts,
  forgetOldDrafts,
  keepDraft,
  newNote,
  subscribeToDrafts,
} from "./drafts.ts";

/** Returns a storage with a limit of characters. */
function storage(room = Number.POSITIVE_INFINITY) {
  const stored: Record<string, string> = {};
  const methods = {
    getItem: (key: string) => stored[key] ?? null,
    setItem(key: string, value: string) {
      if (value.length > room) throw new DOMException("full", "QuotaExceededError");
      stored[key] = value;
    },
    removeItem: (key: string) => void delete stored[key],
  };
  const hidden = Object.fromEntries(
    Object.entries(methods).map(([name, value]) => [name, { value, enumerable: false }]),
  );
  return Object.defineProperties(stored, hidden);
}

const window = new EventTarget();
const text = (body: string, at = Date.now()) => ({ title: "", body, pinned: false, at });
const draft = (name: string, body = name, at?: number) => ({
  ...text(body, at),
  note: newNote,
  name,
});

beforeEach(() => {
  vi.stubGlobal("localStorage", storage());
  vi.stubGlobal("addEventListener", window.addEventListener.bind(window));
  vi.stubGlobal("removeEventListener", window.removeEventListener.bind(window));
  forgetOldDrafts();
});
afterEach(() => {
  for (const person of ["ada", "bob"]) forgetDrafts(person);
  vi.unstubAllGlobals();
});

describe("the drafts of an account", () => {
  it("drafts are visible only to their own account and are removed with it", () => {
    keepDraft("ada", draft("one", "Ada's"));
    keepDraft("bob", draft("one", "Bob's"));
    expect(draftsOf("ada").map(({ body }) => body)).toEqual(["Ada's"]);
    expect(draftsOf("bob").map(({ body }) => body)).toEqual(["Bob's"]);
    forgetDrafts("ada");
    expect(draftsOf("ada")).toEqual([]);
    expect(draftsOf("bob")).toHaveLength(1);
    expect(Object.keys(localStorage)).toEqual(["portico.draft.bob.new.one"]);
  });

  it("the number of drafts is limited, and the oldest are removed first", () => {
    const start = Date.now() - 1000;
    for (let index = 0; index <= draftLimits.count; index++)
      keepDraft(index % 2 ? "ada" : "bob", draft(`d${index}`, "text", start + index));
    const names = [...draftsOf("ada"), ...draftsOf("bob")].map(({ name }) => name);
    expect(names).toHaveLength(draftLimits.count);
    expect(names).not.toContain("d0");
  });

  it("the size of all drafts is limited, and the newest is kept", () => {
    const halfLimit = "x".repeat(draftLimits.characters / 2);
    keepDraft("ada", draft("old", halfLimit, Date.now() - 1000));
    expect(keepDraft("ada", draft("new", halfLimit))).toBe(true);
    expect(draftsOf("ada").map(({ name }) => name)).toEqual(["new"]);
  });

  it("drafts expire after 90 days", () => {
    keepDraft("ada", draft("old", "text", Date.now() - draftLimits.ageMs - 1));
    expect(draftsOf("ada")).toEqual([]);
    forgetOldDrafts();
    expect(Object.keys(localStorage)).toEqual([]);
  });

  it("a draft that does not fit into storage lasts as long as the page, and keepDraft returns false", () => {
    vi.stubGlobal("localStorage", storage(200));
    expect(keepDraft("ada", draft("large", "x".repeat(300)))).toBe(false);
    expect(draftsOf("ada")[0]?.body).toHaveLength(300);
    expect(keepDraft("ada", draft("small"))).toBe(true);
  });

  it("stored values that are not drafts are ignored", () => {
    localStorage.setItem("portico.draft.ada.new.one", "{");
    localStorage.setItem("portico.draft.ada.new.two", JSON.stringify({ ...text("a"), at: 1e300 }));
    localStorage.setItem("portico.draft.ada", JSON.stringify(text("a")));
    forgetOldDrafts();
    expect(draftsOf("ada")).toEqual([]);
  });

  it("draftsOf returns the same array until a draft changes in any window", () => {
    const notified = vi.fn();
    const end = subscribeToDrafts(notified);
    keepDraft("ada", draft("one"));
    const previousDrafts = draftsOf("ada");
    expect(draftsOf("ada")).toBe(previousDrafts);
    expect(notified).toHaveBeenCalledTimes(1);
    localStorage.setItem("portico.draft.ada.new.two", JSON.stringify(text("elsewhere")));
    window.dispatchEvent(Object.assign(new Event("storage"), { key: "portico.draft.ada.new.two" }));
    expect(notified).toHaveBeenCalledTimes(2);
    expect(draftsOf("ada")).toHaveLength(2);
    end();
  });
});

describe("the draft of an editor", () => {
  it("an editor continues with the newest draft of its note", () => {
    keepDraft("ada", draft("old", "old", Date.now() - 1000));
    keepDraft("ada", draft("late", "late"));
    const slot = new DraftSlot("ada", newNote);
    expect(slot.draft?.body).toBe("late");
    slot.keep(text("later"), "");
    expect(draftsOf("ada").map(({ name, body }) => [name, body])).toEqual([
      ["late", "later"],
      ["old", "old"],
    ]);
    slot.forget();
    expect(new DraftSlot("ada", newNote).draft?.body).toBe("old");
  });

  it("an editor gets its own draft when another window writes the same one", () => {
    keepDraft("ada", draft("one", "start", Date.now() - 1000));
    const editor = new DraftSlot("ada", newNote);
    // Windows share the storage and nothing else.
    const otherSlot = new DraftSlot("ada", newNote);
    otherSlot.keep(text("theirs"), "");
    editor.forget();
    editor.keep(text("mine"), "2026-11-01");
    editor.keep(text("mine, too"), "2026-11-01");
    otherSlot.keep(text("theirs, too"), "");
    expect(
      draftsOf("ada")
        .map(({ body }) => body)
        .sort(),
    ).toEqual(["mine, too", "theirs, too"]);
    expect(editor.draft?.since).toBe("2026-11-01");
  });
});
