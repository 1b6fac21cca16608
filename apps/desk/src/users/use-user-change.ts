import { useQueryClient } from "@tanstack/react-query";
import { useToasts } from "../shell/toasts.tsx";
import { userKey, usersKey } from "./user-path.ts";

/** Returns a function that changes a user, shows a message and reloads the user. It rejects with the server's error. */
export function useUserChange(id: string) {
  const client = useQueryClient();
  const toasts = useToasts();
  return async (change: () => Promise<unknown>, message: string) => {
    await change();
    toasts.show(message);
    void client.invalidateQueries({ queryKey: usersKey });
    await client.invalidateQueries({ queryKey: userKey(id) });
  };
}
