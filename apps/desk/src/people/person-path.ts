export const personPath = (id: string, tab?: "access") =>
  `/people/${encodeURIComponent(id)}${tab ? `/${tab}` : ""}`;

/** The keys of the cache. */
export const peopleKey = ["people-list"] as const;
export const personKey = (id: string) => ["person", id] as const;
