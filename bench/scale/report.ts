import { print } from "../measure.ts";
import { type Cost, type Kind, type Need, resourcesFor, type Sizes, usualUsage } from "./model.ts";

const users = [1e4, 1e6, 1e8];

/** Prints the model's results for ten thousand, a million and a hundred million users. */
export function report(costs: Record<Kind, Cost>, sizes: Sizes): void {
  print(
    `bytes of a row and its indexes: ${Object.entries(sizes)
      .map(([label, bytes]) => `${label} ${bytes.toFixed(0)}`)
      .join(", ")}`,
  );
  const resources = users.map((count) =>
    resourcesFor({ ...usualUsage, users: count }, costs, sizes),
  );
  const line = (label: string, format: (need: Need) => string) =>
    print(`| ${label} | ${resources.map(format).join(" | ")} |`);
  print(`| users | ${users.map(number).join(" | ")} |`);
  print(`|---|${users.map(() => "---").join("|")}|`);
  line("requests a second, at the peak", ({ requests }) => number(requests));
  line("of these writes", ({ writes }) => number(writes));
  line("cores of servers", ({ serverCores }) => number(serverCores));
  line("of these for hashing", ({ hashingCores }) => number(hashingCores));
  line("cores of PostgreSQL", ({ postgresCores }) => number(postgresCores));
  line("server processes", ({ processes }) => number(processes));
  line("connections", ({ connections }) => number(connections));
  line("log a second", ({ wal }) => bytes(wal));
  line("auth.users and identities", ({ tables }) => bytes(tables.users));
  line("auth.sessions and claims", ({ tables }) => bytes(tables.sessions));
  line("auth.audit_log_entries", ({ tables }) => bytes(tables.audit));
  line("memory for what is used", ({ memory }) => bytes(memory));
  line(
    "reached first",
    ({ firstLimit, usedShare }) => `${firstLimit}: ${number(100 * (usedShare[firstLimit] ?? 0))} %`,
  );
}

const number = (value: number) =>
  value >= 10 ? Math.round(value).toLocaleString("en") : value.toPrecision(2);

function bytes(value: number): string {
  const power = Math.max(0, Math.min(4, Math.floor(Math.log(value) / Math.log(1024))));
  return `${number(value / 1024 ** power)} ${["B", "kB", "MB", "GB", "TB"][power]}`;
}
