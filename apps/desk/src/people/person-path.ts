export const personPath = (id: string, tab?: "access") =>
  `/people/${encodeURIComponent(id)}${tab ? `/${tab}` : ""}`;

/** The query keys of users. */
export const peopleKey = ["people-list"] as const;
export const personKey = (id: string) => ["person", id] as const;
