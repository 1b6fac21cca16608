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
  /** Sets the claims and headers that the chosen role has beside its own. */
  adjust(parts: Adjustments): void;
}

/** What a client would send beside the user's own token. */
export type Adjustments = Pick<RunAs, "claims" | "headers">;

/** The role that owns the tables, and sees and changes everything. */
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
  readonly adjustments?: Adjustments;
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
  const [{ role, person, adjustments }, setChoice] = useState(readStored);
  const choice = useMemo<RunAsChoice>(() => {
    const change = (next: Stored) => {
      sessionStorage.setItem(storageName, JSON.stringify(next));
      setChoice(next);
    };
    return {
      runAs: { role, ...(person && { user: person.id }), ...adjustments },
      person,
      roles,
      choose: (nextRole, nextPerson) => change({ role: nextRole, person: nextPerson ?? null }),
      adjust: (parts) => change({ role, person, adjustments: parts }),
    };
  }, [role, person, adjustments, roles]);
  return <Context value={choice}>{children}</Context>;
}

/** Numbers are stored without the plus sign. */
export const nameOf = ({ email, phone, id }: Person) => email || (phone ? `+${phone}` : id);
