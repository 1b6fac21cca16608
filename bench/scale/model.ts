/**
 * Calculates the resources that a number of users need, from the cost of one request of each kind. Pure arithmetic: the
 * benchmark supplies the measured costs, and docs/scale.md shows the results.
 */

/** The kinds of request that the model includes. */
export const requestKinds = [
  "sign-in",
  "sign-up",
  "refresh",
  "GET /user",
  "select of ten rows",
  "insert",
  "upload of 100 kB",
  "download of 100 kB",
] as const;

export type RequestKind = (typeof requestKinds)[number];

/** The cost of one request. */
export interface Cost {
  /** The processor time of the server, including hashing. */
  readonly serverMs: number;
  /** The part of `serverMs` that hashing a password takes. */
  readonly hashingMs: number;
  /** The processor time of PostgreSQL. */
  readonly postgresMs: number;
  /** The write-ahead log, without full-page images. */
  readonly walBytes: number;
  /** The rows that are added to the audit log. */
  readonly auditRows: number;
}

/** The size of a row, including its indexes and the rows that belong to it. */
export interface RowBytes {
  /** A user, with an identity. */
  readonly user: number;
  /** A session, with its authentication method. */
  readonly session: number;
  readonly audit: number;
  /** A row of the application. */
  readonly row: number;
  /** The row of a file in `storage.objects`. */
  readonly object: number;
}

/** The usage pattern of an application. */
export interface Usage {
  readonly users: number;
  /** The share of users who are active on a given day. */
  readonly dailyActiveShare: number;
  /** The hours per active day that a user uses the application. */
  readonly activeHours: number;
  /** The requests of an active user per hour. */
  readonly perHour: Readonly<Record<RequestKind, number>>;
  /** How many times busier the busiest second is than the mean of the day. */
  readonly peakFactor: number;
  /** The number of sessions per user. */
  readonly sessions: number;
  /** The number of application rows per user. */
  readonly rows: number;
  /** The retention of the audit log. */
  readonly auditDays: number;
}

/** The capacity of each component to plan with. */
export interface Limits {
  /** The cores of the largest available PostgreSQL server. */
  readonly cores: number;
  /** The share of each core to use at the peak. */
  readonly coreShare: number;
  /** The maximum number of connections to that server. */
  readonly connections: number;
  /** The write-ahead log that one primary can write and its standbys can replay. */
  readonly walBytesPerSecond: number;
  readonly memoryBytes: number;
  /** The largest table that vacuum, index creation and backup can still handle. */
  readonly tableBytes: number;
  /** The factor by which full-page images increase the log. */
  readonly pageImageFactor: number;
  /** The connections of one server process. */
  readonly connectionsPerProcess: number;
}

export interface Resources {
  readonly requests: number;
  readonly writes: number;
  readonly serverCores: number;
  readonly hashingCores: number;
  readonly processes: number;
  readonly postgresCores: number;
  readonly connections: number;
  readonly walBytesPerSecond: number;
  readonly tableBytes: {
    readonly users: number;
    readonly sessions: number;
    readonly audit: number;
  };
  /** The memory for the rows that are read on a day, and for all indexes. */
  readonly memoryBytes: number;
  /** The used share of each limit. */
  readonly usedShares: Readonly<Record<string, number>>;
  /** The limit that is reached first. */
  readonly firstLimit: string;
}

export const typicalUsage: Omit<Usage, "users"> = {
  dailyActiveShare: 0.2,
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
  peakFactor: 4,
  sessions: 2,
  rows: 100,
  auditDays: 90,
};

export const plannedLimits: Limits = {
  cores: 64,
  coreShare: 0.6,
  connections: 500,
  walBytesPerSecond: 100 * 2 ** 20,
  memoryBytes: 512 * 2 ** 30,
  tableBytes: 2 ** 40,
  pageImageFactor: 2,
  connectionsPerProcess: 10,
};

const writeKinds: readonly RequestKind[] = [
  "sign-in",
  "sign-up",
  "refresh",
  "insert",
  "upload of 100 kB",
];

export function resourcesFor(
  { users, dailyActiveShare, activeHours, perHour, peakFactor, ...storedUsage }: Usage,
  costs: Readonly<Record<RequestKind, Cost>>,
  rowBytes: RowBytes,
  limits: Limits = plannedLimits,
): Resources {
  const daily = (kind: RequestKind) => users * dailyActiveShare * activeHours * perHour[kind];
  const requestsAtPeak = (kind: RequestKind) => (daily(kind) / 86_400) * peakFactor;
  const sum = (
    amountOf: (kind: RequestKind) => number,
    summedKinds: readonly RequestKind[] = requestKinds,
  ) => summedKinds.reduce((total, kind) => total + amountOf(kind), 0);
  const coresFor = (part: "serverMs" | "hashingMs" | "postgresMs") =>
    sum((kind) => (requestsAtPeak(kind) * costs[kind][part]) / 1000) / limits.coreShare;

  const hashingCores = coresFor("hashingMs");
  const serverCores = coresFor("serverMs");
  const postgresCores = coresFor("postgresMs");
  // A process uses one core for everything except hashing, which runs on threads.
  const processes = Math.max(1, Math.ceil(serverCores - hashingCores));
  const connections = processes * limits.connectionsPerProcess;
  const walBytesPerSecond =
    sum((kind) => requestsAtPeak(kind) * costs[kind].walBytes) * limits.pageImageFactor;
  const tableBytes = {
    users: users * rowBytes.user,
    sessions: users * storedUsage.sessions * rowBytes.session,
    audit:
      sum((kind) => daily(kind) * costs[kind].auditRows) * storedUsage.auditDays * rowBytes.audit,
  };
  const rows = users * storedUsage.rows * rowBytes.row;
  const objects = sum(daily, ["upload of 100 kB"]) * 365 * rowBytes.object;
  // All rows of users who are active on a day must fit in memory. Other users only need their indexes in memory, which
  // are about a third of the size.
  const memoryBytes =
    (tableBytes.users + tableBytes.sessions + rows + objects) *
    (dailyActiveShare + (1 - dailyActiveShare) / 3);
  const usedShares = {
    "cores of PostgreSQL": postgresCores / limits.cores,
    connections: connections / limits.connections,
    log: walBytesPerSecond / limits.walBytesPerSecond,
    memory: memoryBytes / limits.memoryBytes,
    "rows of the application": rows / limits.tableBytes,
    "auth.users": tableBytes.users / limits.tableBytes,
    "auth.sessions": tableBytes.sessions / limits.tableBytes,
    "auth.audit_log_entries": tableBytes.audit / limits.tableBytes,
  };
  const [[firstLimit] = [""]] = Object.entries(usedShares).toSorted(
    ([, item], [, other]) => other - item,
  );
  return {
    requests: sum(requestsAtPeak),
    writes: sum(requestsAtPeak, writeKinds),
    serverCores,
    hashingCores,
    processes,
    postgresCores,
    connections,
    walBytesPerSecond,
    tableBytes,
    memoryBytes,
    usedShares,
    firstLimit,
  };
}
