import { useEffect, useEffectEvent, useReducer, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { randomName } from "../../browser/random-name.ts";
import { useSignedInUser } from "../../shell/signed-in-user.tsx";
import { DraftSlot } from "./drafts.ts";
import { type EditorState, editorStateOf } from "./editor-address.ts";

/**
 * Returns the draft of this editor. Its name is stored in the history state, so that a reload opens the same draft even
 * if other windows have drafts of the same note.
 */
export function useDraftSlot(note: string) {
  const user = useSignedInUser();
  const navigate = useNavigate();
  const location = useLocation();
  const { draft: requestedName } = editorStateOf(location);
  const createSlot = () => new DraftSlot(user.id, note, requestedName);
  const [current, setCurrent] = useState(() => ({ requestedName, slot: createSlot() }));
  const [, rerender] = useReducer((count: number) => count + 1, 0);
  const { slot } = current;
  if (requestedName !== current.requestedName || slot.note !== note) {
    setCurrent({
      requestedName,
      slot: requestedName === slot.name && slot.note === note ? slot : createSlot(),
    });
  }

  const storeName = useEffectEvent((draft: string) => {
    const { pathname, search } = location;
    const { fromList, caret } = editorStateOf(location);
    const state: EditorState = { ...(fromList && { fromList }), ...(caret && { caret }), draft };
    void navigate({ pathname, search }, { replace: true, state });
  });
  const { name } = slot;
  useEffect(() => storeName(name), [name]);

  return {
    slot,
    /** Call this after a change, because the draft may have been renamed. */
    refresh: rerender,
    /** Starts an empty draft and keeps this one for later. */
    startAnother: () => {
      const { pathname, search } = location;
      const { fromList } = editorStateOf(location);
      const state: EditorState = { ...(fromList && { fromList }), draft: randomName() };
      void navigate({ pathname, search }, { replace: true, state });
    },
  };
}
