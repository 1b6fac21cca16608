import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { useSignedInUser } from "../../shell/signed-in-user.tsx";
import { noteKeys } from "../queries/use-notes.ts";

const pollMs = 4_000;

/** Polls the server while `isUnreachable`, and calls `onRecovery` when it responds. */
export function useServerRecovery(isUnreachable: boolean, onRecovery: () => void): void {
  const cache = useQueryClient();
  const user = useSignedInUser();
  const notify = useEffectEvent(onRecovery);
  useEffect(() => {
    if (!isUnreachable) return;
    const queryKey = noteKeys.statistics(user.id);
    const poll = () => void cache.refetchQueries({ queryKey }, { cancelRefetch: false });
    const timer = setInterval(poll, pollMs);
    addEventListener("online", poll);
    const unsubscribe = cache.getQueryCache().subscribe((event) => {
      if (event.type !== "updated") return;
      // Manual updates of the cache do not show that the server responds.
      if (event.action.type === "success" && !event.action.manual) notify();
    });
    return () => {
      clearInterval(timer);
      removeEventListener("online", poll);
      unsubscribe();
    };
  }, [cache, isUnreachable, user.id]);
}
