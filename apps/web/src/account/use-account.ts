import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useBackend } from "../data/backend.tsx";
import { usePerson } from "../shell/person.tsx";

const keyOf = (person: string) => ["account", person] as const;

/**
 * The person as the server knows them now; until it answers, as the session remembers them. An
 * identity linked on another device is in the first and not in the second.
 */
export function useAccount() {
  const { auth } = useBackend();
  const person = usePerson();
  const query = useQuery({
    queryKey: keyOf(person.id),
    queryFn: async () => {
      const { data, error } = await auth.getUser();
      if (error) throw error;
      return data.user;
    },
    placeholderData: person,
  });
  return { user: query.data ?? person, error: query.error, retry: () => void query.refetch() };
}

/** Asks the server again who this is. */
export function useAccountRefresh(): () => Promise<void> {
  const cache = useQueryClient();
  const person = usePerson();
  return () => cache.invalidateQueries({ queryKey: keyOf(person.id) });
}
