import { useEffect, useEffectEvent, useReducer, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { randomName } from "../../browser/random-name.ts";
import { usePerson } from "../../shell/person.tsx";
import { DraftSlot } from "./drafts.ts";
import { type EditorState, editorStateOf } from "./editor-address.ts";

/**
 * The draft of a note that this editor writes. Its name is kept with the address, so that a reload goes on with
 * this one, whatever other windows write.
 */
export function useDraftSlot(note: string) {
  const person = usePerson();
  const navigate = useNavigate();
  const location = useLocation();
  const { draft: asked } = editorStateOf(location);
  const open = () => new DraftSlot(person.id, note, asked);
  const [opened, setOpened] = useState(() => ({ asked, slot: open() }));
  const [, lookAgain] = useReducer((count: number) => count + 1, 0);
  const { slot } = opened;
  if (asked !== opened.asked || slot.note !== note) {
    setOpened({ asked, slot: asked === slot.name && slot.note === note ? slot : open() });
  }

  const goTo = useEffectEvent((draft: string) => {
    const { pathname, search } = location;
    const { fromList, caret } = editorStateOf(location);
    const state: EditorState = { ...(fromList && { fromList }), ...(caret && { caret }), draft };
    void navigate({ pathname, search }, { replace: true, state });
  });
  const { name } = slot;
  useEffect(() => goTo(name), [name]);

  return {
    slot,
    /** Looks whether the draft has got another name. */
    lookAgain,
    /** Goes on with an empty draft; this one stays for later. */
    startAnother: () => {
      const { pathname, search } = location;
      const { fromList } = editorStateOf(location);
      const state: EditorState = { ...(fromList && { fromList }), draft: randomName() };
      void navigate({ pathname, search }, { replace: true, state });
    },
  };
}
