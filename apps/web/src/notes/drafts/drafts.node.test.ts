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

/** A browser's storage with room for so many characters. */
function storage(room = Number.POSITIVE_INFINITY) {
  const kept: Record<string, string> = {};
  const methods = {
    getItem: (key: string) => kept[key] ?? null,
    setItem(key: string, value: string) {
      if (value.length > room) throw new DOMException("full", "QuotaExceededError");
      kept[key] = value;
    },
    removeItem: (key: string) => void delete kept[key],
  };
  const hidden = Object.fromEntries(
    Object.entries(methods).map(([name, value]) => [name, { value, enumerable: false }]),
  );
  return Object.defineProperties(kept, hidden);
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
  it("are shown to no other account, and go with it", () => {
    keepDraft("ada", draft("one", "Ada's"));
    keepDraft("bob", draft("one", "Bob's"));
    expect(draftsOf("ada").map(({ body }) => body)).toEqual(["Ada's"]);
    expect(draftsOf("bob").map(({ body }) => body)).toEqual(["Bob's"]);
    forgetDrafts("ada");
    expect(draftsOf("ada")).toEqual([]);
    expect(draftsOf("bob")).toHaveLength(1);
    expect(Object.keys(localStorage)).toEqual(["portico.draft.bob.new.one"]);
  });

  it("are bounded in count, and the oldest go first", () => {
    const start = Date.now() - 1000;
    for (let index = 0; index <= draftLimits.count; index++)
      keepDraft(index % 2 ? "ada" : "bob", draft(`d${index}`, "text", start + index));
    const names = [...draftsOf("ada"), ...draftsOf("bob")].map(({ name }) => name);
    expect(names).toHaveLength(draftLimits.count);
    expect(names).not.toContain("d0");
  });

  it("are bounded in size, and the newest stays", () => {
    const half = "x".repeat(draftLimits.characters / 2);
    keepDraft("ada", draft("old", half, Date.now() - 1000));
    expect(keepDraft("ada", draft("new", half))).toBe(true);
    expect(draftsOf("ada").map(({ name }) => name)).toEqual(["new"]);
  });

  it("are forgotten after some months", () => {
    keepDraft("ada", draft("old", "text", Date.now() - draftLimits.ageMs - 1));
    expect(draftsOf("ada")).toEqual([]);
    forgetOldDrafts();
    expect(Object.keys(localStorage)).toEqual([]);
  });

  it("last as long as the page where the browser has no room, which is said", () => {
    vi.stubGlobal("localStorage", storage(200));
    expect(keepDraft("ada", draft("large", "x".repeat(300)))).toBe(false);
    expect(draftsOf("ada")[0]?.body).toHaveLength(300);
    expect(keepDraft("ada", draft("small"))).toBe(true);
  });

  it("skip what is no draft", () => {
    localStorage.setItem("portico.draft.ada.new.one", "{");
    localStorage.setItem("portico.draft.ada.new.two", JSON.stringify({ ...text("a"), at: 1e300 }));
    localStorage.setItem("portico.draft.ada", JSON.stringify(text("a")));
    forgetOldDrafts();
    expect(draftsOf("ada")).toEqual([]);
  });

  it("are the same array until one changes, here or in another window", () => {
    const heard = vi.fn();
    const end = subscribeToDrafts(heard);
    keepDraft("ada", draft("one"));
    const before = draftsOf("ada");
    expect(draftsOf("ada")).toBe(before);
    expect(heard).toHaveBeenCalledTimes(1);
    localStorage.setItem("portico.draft.ada.new.two", JSON.stringify(text("elsewhere")));
    window.dispatchEvent(Object.assign(new Event("storage"), { key: "portico.draft.ada.new.two" }));
    expect(heard).toHaveBeenCalledTimes(2);
    expect(draftsOf("ada")).toHaveLength(2);
    end();
  });
});

describe("the draft of an editor", () => {
  it("goes on with the newest one of its note", () => {
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

  it("takes a name of its own once another window writes the same draft, so that neither loses words", () => {
    keepDraft("ada", draft("one", "start", Date.now() - 1000));
    const here = new DraftSlot("ada", newNote);
    // Another window has the same storage, and no other way to meet.
    const elsewhere = new DraftSlot("ada", newNote);
    elsewhere.keep(text("theirs"), "");
    here.forget();
    here.keep(text("mine"), "2026-11-01");
    here.keep(text("mine, too"), "2026-11-01");
    elsewhere.keep(text("theirs, too"), "");
    expect(
      draftsOf("ada")
        .map(({ body }) => body)
        .sort(),
    ).toEqual(["mine, too", "theirs, too"]);
    expect(here.draft?.since).toBe("2026-11-01");
  });
});
