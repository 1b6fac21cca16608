import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { openTestDatabase } from "../../test/databases/test-database.ts";
import { createMetrics } from "./metrics.ts";

/** Compares the existing metrics with the dashboard that shows them and with the page that explains them. */

const root = new URL("../../../../", import.meta.url);
const read = (path: string) => readFile(new URL(path, root), "utf8");

interface Figure {
  readonly type: string;
  /** The metric's names in queries. */
  readonly names: readonly string[];
}

/** Returns all metrics by name, as declared in the OpenMetrics format. */
async function reportFigures(): Promise<ReadonlyMap<string, Figure>> {
  const metrics = createMetrics();
  const database = await openTestDatabase();
  try {
    // The embedded database has no connections, so they are simulated.
    const usage = () => ({ connections: 1, idle: 1, waiting: 0 });
    metrics.watch({ ...database, usage });
    metrics.watchHashing(() => ({ running: 0, waiting: 0 }));
    metrics.watchRealtime(() => ({ sockets: 0, channels: 0, received: 0, sent: 0 }));
    metrics.watchBackups(async () => new Date());
    const text = await metrics.text();
    const declarations = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)];
    return new Map(
      declarations.map(([, name = "", type = ""]) => [name, { type, names: namesOf(name, type) }]),
    );
  } finally {
    await database.close();
  }
}

function namesOf(name: string, type: string): string[] {
  if (type === "counter") return [`${name}_total`];
  return type === "histogram" ? ["bucket", "sum", "count"].map((end) => `${name}_${end}`) : [name];
}

test("the dashboard shows only existing metrics, and all of Portico's", async () => {
  const figures = await reportFigures();
  const board = await read("deploy/grafana/portico.json");
  const { panels } = JSON.parse(board) as { panels: { targets?: { expr: string }[] }[] };
  const queries = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)).join("\n");
  const displayed = new Set(queries.match(/\b(portico|nodejs|process)_\w+/g));
  expect(displayed.size).toBeGreaterThan(20);
  const metricNames = new Set([...figures.values()].flatMap(({ names }) => names));
  expect([...displayed].filter((name) => !metricNames.has(name))).toEqual([]);
  const missing = [...figures]
    .filter(([name]) => name.startsWith("portico_"))
    .filter(([, { names }]) => !names.some((name) => displayed.has(name)));
  expect(missing).toEqual([]);
});

test("the documentation lists exactly Portico's metrics", async () => {
  const figures = await reportFigures();
  const documented = (await read("docs/monitoring.md")).match(/^\| `portico_\w+`/gm) ?? [];
  const names = documented.map((cell) => cell.replaceAll(/[|` ]/g, ""));
  const reported = [...figures]
    .filter(([name]) => name.startsWith("portico_"))
    .map(([name, { type }]) => (type === "counter" ? `${name}_total` : name));
  expect(names.sort()).toEqual(reported.sort());
});
