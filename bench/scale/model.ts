/**
 * Calculates the resources for a number of users from the cost of one request of each kind. Pure arithmetic:
 * the benchmark supplies the measured costs, and docs/scale.md shows the results.
 */

/** The kinds of request that the model knows. */
export const kinds = [
  "sign-in",
  "sign-up",
  "refresh",
  "GET /user",
  "select of ten rows",
  "insert",
  "upload of 100 kB",
  "download of 100 kB",
] as const;

export type Kind = (typeof kinds)[number];

/** The cost of one request. */
export interface Cost {
  /** Processor milliseconds in the server, including hashing. */
  readonly server: number;
  /** The part of these milliseconds that hashing a password takes. */
  readonly hashing: number;
  /** Processor milliseconds in PostgreSQL. */
  readonly postgres: number;
  /** Bytes in the log of PostgreSQL, without full-page images. */
  readonly wal: number;
  /** Rows that stay in the audit log. */
  readonly audit: number;
}

/** The size of a row in bytes, including its indexes and rows that belong to it. */
export interface Sizes {
  /** A user, with an identity. */
  readonly user: number;
  /** A session, with its claim. */
  readonly session: number;
  readonly audit: number;
  /** A row of the application. */
  readonly row: number;
  /** The row of a file, not the file. */
  readonly object: number;
}

/** The usage pattern of an application. */
export interface Usage {
  readonly users: number;
  /** The share of users who are active on a day. */
  readonly dailyActive: number;
  /** The hours for which an active user uses the application that day. */
  readonly activeHours: number;
  /** The requests of an active user per hour. */
  readonly perHour: Readonly<Record<Kind, number>>;
  /** The busiest second relative to the mean of the day. */
  readonly peak: number;
  /** The number of open sessions of a user. */
  readonly sessions: number;
  /** The number of application rows of a user. */
  readonly rows: number;
  /** Days that an entry of the audit log is kept. */
  readonly auditDays: number;
}

/** The capacity of each component to plan with. */
export interface Limits {
  /** The cores of the largest PostgreSQL server that is planned for. */
  readonly cores: number;
  /** The share of a core to plan with. */
  readonly load: number;
  /** The connections of that server. */
  readonly connections: number;
  /** The bytes of log per second that one primary writes and its standbys replay. */
  readonly wal: number;
  /** The bytes of memory of that server. */
  readonly memory: number;
  /** The largest table in bytes that vacuum, index creation and backup can still handle. */
  readonly table: number;
  /** The factor by which full-page images increase the log. */
  readonly pageImages: number;
  /** Connections of one server process. */
  readonly connectionsOfProcess: number;
}

export interface Need {
  readonly requests: number;
  readonly writes: number;
  readonly serverCores: number;
  readonly hashingCores: number;
  readonly processes: number;
  readonly postgresCores: number;
  readonly connections: number;
  /** Bytes per second. */
  readonly wal: number;
  readonly tables: { readonly users: number; readonly sessions: number; readonly audit: number };
  /** Bytes: the rows that are read on a day, and all indexes. */
  readonly memory: number;
  /** Each limit, and the factor by which it is exceeded. */
  readonly usedShare: Readonly<Record<string, number>>;
  /** The limit that is reached first. */
  readonly firstLimit: string;
}

export const usualUsage: Omit<Usage, "users"> = {
  dailyActive: 0.2,
  activeHours: 1,
  perHour: {
    "sign-in": 0.05,
    "sign-up": 0.005,
    refresh: 1,
    "GET /user": 2,
    "select of ten rows": 60,
    insert: 6,
    "upload of 100 kB": 0.2,
    "download of 100 kB": 4,
  },
  peak: 4,
  sessions: 2,
  rows: 100,
  auditDays: 90,
};

export const prudentLimits: Limits = {
  cores: 64,
  load: 0.6,
  connections: 500,
  wal: 100 * 2 ** 20,
  memory: 512 * 2 ** 30,
  table: 2 ** 40,
  pageImages: 2,
  connectionsOfProcess: 10,
};

const writing: readonly Kind[] = ["sign-in", "sign-up", "refresh", "insert", "upload of 100 kB"];

export function resourcesFor(
  { users, dailyActive, activeHours, perHour, peak, ...storedUsage }: Usage,
  costs: Readonly<Record<Kind, Cost>>,
  sizes: Sizes,
  limits: Limits = prudentLimits,
): Need {
  const daily = (kind: Kind) => users * dailyActive * activeHours * perHour[kind];
  const requestsAtPeak = (kind: Kind) => (daily(kind) / 86_400) * peak;
  const sum = (worth: (kind: Kind) => number, of: readonly Kind[] = kinds) =>
    of.reduce((total, kind) => total + worth(kind), 0);
  const cores = (part: "server" | "hashing" | "postgres") =>
    sum((kind) => (requestsAtPeak(kind) * costs[kind][part]) / 1000) / limits.load;

  const hashingCores = cores("hashing");
  const serverCores = cores("server");
  const postgresCores = cores("postgres");
  // A process has one core for everything except hashing, which uses threads.
  const processes = Math.max(1, Math.ceil(serverCores - hashingCores));
  const connections = processes * limits.connectionsOfProcess;
  const wal = sum((kind) => requestsAtPeak(kind) * costs[kind].wal) * limits.pageImages;
  const tables = {
    users: users * sizes.user,
    sessions: users * storedUsage.sessions * sizes.session,
    audit: sum((kind) => daily(kind) * costs[kind].audit) * storedUsage.auditDays * sizes.audit,
  };
  const rows = users * storedUsage.rows * sizes.row;
  const objects = sum(daily, ["upload of 100 kB"]) * 365 * sizes.object;
  // The rows of the day's users must be in memory, and a third of all others: their indexes.
  const memory =
    (tables.users + tables.sessions + rows + objects) * (dailyActive + (1 - dailyActive) / 3);
  const usedShare = {
    "cores of PostgreSQL": postgresCores / limits.cores,
    connections: connections / limits.connections,
    log: wal / limits.wal,
    memory: memory / limits.memory,
    "rows of the application": rows / limits.table,
    "auth.users": tables.users / limits.table,
    "auth.sessions": tables.sessions / limits.table,
    "auth.audit_log_entries": tables.audit / limits.table,
  };
  const [[firstLimit] = [""]] = Object.entries(usedShare).toSorted(
    ([, item], [, other]) => other - item,
  );
  return {
    requests: sum(requestsAtPeak),
    writes: sum(requestsAtPeak, writing),
    serverCores,
    hashingCores,
    processes,
    postgresCores,
    connections,
    wal,
    tables,
    memory,
    usedShare,
    firstLimit,
  };
}
