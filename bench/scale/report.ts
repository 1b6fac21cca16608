import { print } from "../instruments/measure.ts";
import {
  type Cost,
  type RequestKind,
  type Resources,
  type RowBytes,
  resourcesFor,
  typicalUsage,
} from "./model.ts";

const userCounts = [1e4, 1e6, 1e8];

/** Prints the model's results for ten thousand, a million and a hundred million users. */
export function printReport(costs: Record<RequestKind, Cost>, rowBytes: RowBytes): void {
  print(
    `bytes of a row and its indexes: ${Object.entries(rowBytes)
      .map(([label, bytes]) => `${label} ${bytes.toFixed(0)}`)
      .join(", ")}`,
  );
  const resources = userCounts.map((count) =>
    resourcesFor({ ...typicalUsage, users: count }, costs, rowBytes),
  );
  const printRow = (label: string, format: (need: Resources) => string) =>
    print(`| ${label} | ${resources.map(format).join(" | ")} |`);
  print(`| users | ${userCounts.map(formatNumber).join(" | ")} |`);
  print(`|---|${userCounts.map(() => "---").join("|")}|`);
  printRow("requests a second, at the peak", ({ requests }) => formatNumber(requests));
  printRow("of these writes", ({ writes }) => formatNumber(writes));
  printRow("cores of servers", ({ serverCores }) => formatNumber(serverCores));
  printRow("of these for hashing", ({ hashingCores }) => formatNumber(hashingCores));
  printRow("cores of PostgreSQL", ({ postgresCores }) => formatNumber(postgresCores));
  printRow("server processes", ({ processes }) => formatNumber(processes));
  printRow("connections", ({ connections }) => formatNumber(connections));
  printRow("log a second", ({ walBytesPerSecond }) => formatBytes(walBytesPerSecond));
  printRow("auth.users and identities", ({ tableBytes }) => formatBytes(tableBytes.users));
  printRow("auth.sessions and claims", ({ tableBytes }) => formatBytes(tableBytes.sessions));
  printRow("auth.audit_log_entries", ({ tableBytes }) => formatBytes(tableBytes.audit));
  printRow("memory for rows in use", ({ memoryBytes }) => formatBytes(memoryBytes));
  printRow(
    "first limit",
    ({ firstLimit, usedShares }) =>
      `${firstLimit}: ${formatNumber(100 * (usedShares[firstLimit] ?? 0))} %`,
  );
}

const formatNumber = (value: number) =>
  value >= 10 ? Math.round(value).toLocaleString("en") : value.toPrecision(2);

function formatBytes(value: number): string {
  const power = Math.max(0, Math.min(4, Math.floor(Math.log(value) / Math.log(1024))));
  return `${formatNumber(value / 1024 ** power)} ${["B", "kB", "MB", "GB", "TB"][power]}`;
}
