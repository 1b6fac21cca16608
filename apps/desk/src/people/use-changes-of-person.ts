import { useQueryClient } from "@tanstack/react-query";
import { useToasts } from "../shell/toasts.tsx";
import { peopleKey, personKey } from "./person-path.ts";

/** Returns a function that changes a user, says so, and reads the user again. It throws the server's refusal. */
export function useChangesOfPerson(id: string) {
  const client = useQueryClient();
  const toasts = useToasts();
  return async (change: () => Promise<unknown>, message: string) => {
    await change();
    toasts.show(message);
    void client.invalidateQueries({ queryKey: peopleKey });
    await client.invalidateQueries({ queryKey: personKey(id) });
  };
}
