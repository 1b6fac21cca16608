import { createContext, type ReactNode, useContext, useMemo, useState } from "react";
import type { SelectableUser } from "../api/catalog.ts";
import type { RunAs } from "../api/rows.ts";

/** The role, and optionally the user, that all screens run as, and how to change them. */
export interface RunAsChoice {
  readonly runAs: RunAs;
  readonly user: SelectableUser | null;
  /** The roles of the API, such as `anon` and `authenticated`. */
  readonly roles: readonly string[];
  choose(role: string, user?: SelectableUser): void;
  /** Sets additional claims and headers for the chosen role. */
  adjust(nextAdjustments: Adjustments): void;
}

/** The claims and headers that requests have in addition to the user's own token. */
export type Adjustments = Pick<RunAs, "claims" | "headers">;

/** The role that owns the tables. It can see and change everything. */
export const ownerRole = "postgres";

const storageName = "portico.desk.run-as";
const Context = createContext<RunAsChoice | null>(null);

export function useRunAs(): RunAsChoice {
  const choice = useContext(Context);
  if (!choice) throw new Error("There is no <RunAsProvider>.");
  return choice;
}

interface StoredChoice {
  readonly role: string;
  readonly user: SelectableUser | null;
  readonly adjustments?: Adjustments;
}

function readStoredChoice(): StoredChoice {
  try {
    const stored = JSON.parse(sessionStorage.getItem(storageName) ?? "null");
    if (typeof stored?.role === "string") return stored;
  } catch {
    // Ignore a value that another version of the desk stored.
  }
  return { role: ownerRole, user: null };
}

export function RunAsProvider({
  roles,
  children,
}: {
  readonly roles: readonly string[];
  readonly children: ReactNode;
}) {
  const [{ role, user, adjustments }, setChoice] = useState(readStoredChoice);
  const choice = useMemo<RunAsChoice>(() => {
    const change = (next: StoredChoice) => {
      sessionStorage.setItem(storageName, JSON.stringify(next));
      setChoice(next);
    };
    return {
      runAs: { role, ...(user && { user: user.id }), ...adjustments },
      user,
      roles,
      choose: (nextRole, nextUser) => change({ role: nextRole, user: nextUser ?? null }),
      adjust: (nextAdjustments) => change({ role, user, adjustments: nextAdjustments }),
    };
  }, [role, user, adjustments, roles]);
  return <Context value={choice}>{children}</Context>;
}

/** Returns a name for a user. Phone numbers are stored without the plus sign. */
export const nameOf = ({ email, phone, id }: SelectableUser) => email || (phone ? `+${phone}` : id);
