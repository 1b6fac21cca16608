import { createContext, type ReactNode, useContext, useMemo, useState } from "react";
import type { Person } from "../api/catalog.ts";
import type { RunAs } from "../api/rows.ts";

/** The role, and optionally the user, that all screens run as. */
export interface RunAsChoice {
  readonly runAs: RunAs;
  readonly person: Person | null;
  /** The roles of the API, such as `anon` and `authenticated`. */
  readonly roles: readonly string[];
  choose(role: string, person?: Person): void;
}

/** The owner of the tables: it bypasses row-level security. */
export const ownerRole = "postgres";

const storageName = "portico.desk.run-as";
const Context = createContext<RunAsChoice | null>(null);

export function useRunAs(): RunAsChoice {
  const choice = useContext(Context);
  if (!choice) throw new Error("There is no <RunAsProvider>.");
  return choice;
}

interface Stored {
  readonly role: string;
  readonly person: Person | null;
}

function readStored(): Stored {
  try {
    const stored = JSON.parse(sessionStorage.getItem(storageName) ?? "null");
    if (typeof stored?.role === "string") return stored;
  } catch {
    // Ignore a value that another version of the desk stored.
  }
  return { role: ownerRole, person: null };
}

export function RunAsProvider({
  roles,
  children,
}: {
  readonly roles: readonly string[];
  readonly children: ReactNode;
}) {
  const [{ role, person }, setChoice] = useState(readStored);
  const choice = useMemo<RunAsChoice>(
    () => ({
      runAs: person ? { role, user: person.id } : { role },
      person,
      roles,
      choose: (nextRole, nextPerson) => {
        const next = { role: nextRole, person: nextPerson ?? null };
        sessionStorage.setItem(storageName, JSON.stringify(next));
        setChoice(next);
      },
    }),
    [role, person, roles],
  );
  return <Context value={choice}>{children}</Context>;
}

export const nameOf = ({ email, phone, id }: Person) => email || phone || id;
