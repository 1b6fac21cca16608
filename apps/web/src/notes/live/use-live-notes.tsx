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
import { useSignedInUser } from "../../shell/signed-in-user.tsx";
import { useNoteCache } from "../queries/use-notes.ts";
import { type ConnectionStatus, LiveNotes } from "./live-notes.ts";

const LiveContext = createContext<LiveNotes | null>(null);

/** Several changes within this time cause a single refetch. */
const refetchDelayMs = 150;

/**
 * Refetches the notes when they change in another window, on another device or by another user. Without a live
 * connection, refetches whenever the user returns to the page.
 */
export function LiveNotesProvider({ children }: { children: ReactNode }) {
  const createClient = useLiveClient();
  const cache = useQueryClient();
  const { refresh, has: isCached, user } = useNoteCache();
  const [schedule] = useState<{ timer?: ReturnType<typeof setTimeout> }>({});
  const scheduleRefetch = useEffectEvent(() => {
    clearTimeout(schedule.timer);
    schedule.timer = setTimeout(() => {
      // A refetch during a mutation would restore the old state.
      if (cache.isMutating() > 0) scheduleRefetch();
      else void refresh();
    }, refetchDelayMs);
  });
  const onDelete = useEffectEvent((id: string) => {
    if (isCached(id)) scheduleRefetch();
  });
  const [live] = useState(() => new LiveNotes(createClient, user.id));

  useEffect(() => {
    const onReturn = () => {
      if (document.visibilityState !== "visible" || live.status === "on") return;
      scheduleRefetch();
      void live.open();
    };
    addEventListener("focus", onReturn);
    document.addEventListener("visibilitychange", onReturn);
    void live.open({
      onChange: () => scheduleRefetch(),
      onDelete: (id) => onDelete(id),
      onCaughtUp: () => scheduleRefetch(),
    });
    return () => {
      removeEventListener("focus", onReturn);
      document.removeEventListener("visibilitychange", onReturn);
      live.close();
      clearTimeout(schedule.timer);
    };
  }, [live, schedule]);

  return <LiveContext value={live}>{children}</LiveContext>;
}

function useLiveNotes(): LiveNotes {
  const live = use(LiveContext);
  if (!live) throw new Error("useLiveNotes must be used within a LiveNotesProvider.");
  return live;
}

/** Returns the state of the live connection. */
export function useConnectionStatus(): ConnectionStatus {
  const liveNotes = useLiveNotes();
  return useSyncExternalStore(liveNotes.subscribe, () => liveNotes.status);
}

/** Returns the addresses of other users who have a shared note open. The owner sees all of them, others only the owner. */
export function usePresentUsers({ id, user_id, shares }: Note): readonly string[] {
  const live = useLiveNotes();
  const user = useSignedInUser();
  const status = useConnectionStatus();
  const [presentAddresses, setPresentAddresses] = useState<readonly string[]>([]);
  const connection = useSyncExternalStore(live.subscribe, () => live.connection);
  const ownAddress = user.email?.toLowerCase() ?? "";
  const isOwner = user_id === user.id;
  const addresses = shares.map(({ address, shared_by }) => (isOwner ? address : shared_by));
  const otherAddressesJson = JSON.stringify(
    addresses.filter((address) => address !== ownAddress).sort(),
  );
  const isShared = ownAddress !== "" && otherAddressesJson !== "[]" && connection !== undefined;
  useEffect(() => {
    // Presence is tied to one connection, so it is joined again on the next one.
    if (!isShared || live.connection !== connection) return;
    const leave = live.joinPresence(
      id,
      { ownAddress, otherAddresses: JSON.parse(otherAddressesJson) },
      setPresentAddresses,
    );
    return () => {
      leave();
      setPresentAddresses([]);
    };
  }, [live, connection, isShared, id, ownAddress, otherAddressesJson]);
  return status === "on" ? presentAddresses : [];
}
