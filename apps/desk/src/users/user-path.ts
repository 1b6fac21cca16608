export const userPath = (id: string, tab?: "access") =>
  `/people/${encodeURIComponent(id)}${tab ? `/${tab}` : ""}`;

/** The query keys of users. */
export const usersKey = ["people-list"] as const;
export const userKey = (id: string) => ["person", id] as const;
