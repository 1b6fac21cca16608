import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { usePerson } from "../../shell/person.tsx";
import { keys } from "../queries/use-notes.ts";

/** How often to look whether the server is back, in milliseconds. */
const pause = 4_000;

/** Looks, for as long as it is awaited, whether the server answers again, and says so once. */
export function useServerReturn(isAwaited: boolean, onReturn: () => void): void {
  const cache = useQueryClient();
  const person = usePerson();
  const announce = useEffectEvent(onReturn);
  useEffect(() => {
    if (!isAwaited) return;
    const queryKey = keys.statistics(person.id);
    const look = () => void cache.refetchQueries({ queryKey }, { cancelRefetch: false });
    const timer = setInterval(look, pause);
    addEventListener("online", look);
    const end = cache.getQueryCache().subscribe((event) => {
      if (event.type !== "updated") return;
      // What the page itself puts into the cache is no answer.
      if (event.action.type === "success" && !event.action.manual) announce();
    });
    return () => {
      clearInterval(timer);
      removeEventListener("online", look);
      end();
    };
  }, [cache, isAwaited, person.id]);
}
