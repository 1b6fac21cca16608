import { useQueryClient } from "@tanstack/react-query";
import {
  createContext,
  type ReactNode,
  use,
  useEffect,
  useEffectEvent,
  useState,
  useSyncExternalStore,
} from "react";
import { useLiveClient } from "../../data/live-client.ts";
import type { Note } from "../../data/schema.ts";
import { usePerson } from "../../shell/person.tsx";
import { useNoteCache } from "../queries/use-notes.ts";
import { LiveNotes, type Standing } from "./live-notes.ts";

const LiveContext = createContext<LiveNotes | null>(null);

/** How long changes gather before they are fetched, in milliseconds. */
const gathering = 150;

/**
 * Keeps what is below it as it is elsewhere: in another window, on another device, with whoever else has the
 * note. Where changes cannot be heard, the notes are fetched whenever somebody comes back to the page.
 */
export function LiveNotesProvider({ children }: { children: ReactNode }) {
  const load = useLiveClient();
  const cache = useQueryClient();
  const { refresh, knows, person } = useNoteCache();
  const [timing] = useState<{ timer?: ReturnType<typeof setTimeout> }>({});
  const fetchSoon = useEffectEvent(() => {
    clearTimeout(timing.timer);
    timing.timer = setTimeout(() => {
      // A fetch while a change is under way would bring the old state back.
      if (cache.isMutating() > 0) fetchSoon();
      else void refresh();
    }, gathering);
  });
  const onDelete = useEffectEvent((id: string) => {
    if (knows(id)) fetchSoon();
  });
  const [live] = useState(() => new LiveNotes(load, person.id));

  useEffect(() => {
    const comeBack = () => {
      if (document.visibilityState !== "visible" || live.standing === "on") return;
      fetchSoon();
      void live.open();
    };
    addEventListener("focus", comeBack);
    document.addEventListener("visibilitychange", comeBack);
    void live.open({
      onChange: () => fetchSoon(),
      onDelete: (id) => onDelete(id),
      onCaughtUp: () => fetchSoon(),
    });
    return () => {
      removeEventListener("focus", comeBack);
      document.removeEventListener("visibilitychange", comeBack);
      live.close();
      clearTimeout(timing.timer);
    };
  }, [live, timing]);

  return <LiveContext value={live}>{children}</LiveContext>;
}

function useLiveNotes(): LiveNotes {
  const live = use(LiveContext);
  if (!live) throw new Error("It must be used within a LiveNotesProvider.");
  return live;
}

/** How it goes with the connection. */
export function useStanding(): Standing {
  const live = useLiveNotes();
  return useSyncExternalStore(live.subscribe, () => live.standing);
}

/**
 * The addresses of those who have a shared note open besides the caller. The owner sees everybody, others see the
 * owner.
 */
export function useCompany({ id, user_id, shares }: Note): readonly string[] {
  const live = useLiveNotes();
  const person = usePerson();
  const standing = useStanding();
  const [company, setCompany] = useState<readonly string[]>([]);
  const connection = useSyncExternalStore(live.subscribe, () => live.connection);
  const own = person.email?.toLowerCase() ?? "";
  const isOwner = user_id === person.id;
  const known = shares.map(({ address, shared_by }) => (isOwner ? address : shared_by));
  const others = JSON.stringify(known.filter((address) => address !== own).sort());
  const isMet = own !== "" && others !== "[]" && connection !== undefined;
  useEffect(() => {
    // People met by one connection are not met by the next.
    if (!isMet || live.connection !== connection) return;
    const leave = live.meet(id, { own, others: JSON.parse(others) }, setCompany);
    return () => {
      leave();
      setCompany([]);
    };
  }, [live, connection, isMet, id, own, others]);
  return standing === "on" ? company : [];
}
