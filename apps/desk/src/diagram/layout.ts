import { Graph, layout } from "@dagrejs/dagre";
import type { Edge, Node } from "@xyflow/react";
import { MarkerType } from "@xyflow/react";
import type { Diagram } from "../api/schema.ts";

/** The content of a node. */
export interface TableData extends Record<string, unknown> {
  readonly schema: string;
  readonly name: string;
  readonly columns: readonly DrawnColumn[];
  /** The number of columns that are not drawn. */
  readonly hidden: number;
  readonly isForeign: boolean;
}

interface DrawnColumn {
  readonly name: string;
  readonly type: string;
  readonly isNullable: boolean;
  readonly isKey: boolean;
  readonly isReference: boolean;
}

export type TableNode = Node<TableData, "table">;

const width = 250;
const headHeight = 34;
const rowHeight = 24;
const padding = 6;
/** A longer table would hide the others. Keys and references are always drawn. */
const mostColumns = 18;

/** Returns the nodes and edges of a diagram, with the tables that reference others beside them. */
export function drawDiagram(schema: string, { tables, relations }: Diagram) {
  const inSchema = new Set(tables.map(({ name }) => name));
  const foreign = new Map(
    relations
      .filter(({ target }) => target.schema !== schema || !inSchema.has(target.name))
      .map(({ target }) => [idOf(target.schema, target.name), target]),
  );
  const nodes: TableNode[] = [
    ...tables.map(({ name, columns }) => {
      const referencing = new Set(
        relations.filter(({ table }) => table === name).flatMap((one) => one.columns),
      );
      const all = columns.map((column) => ({
        ...column,
        isReference: referencing.has(column.name),
      }));
      const important = all.filter(({ isKey, isReference }) => isKey || isReference);
      const others = all.filter((column) => !important.includes(column));
      const kept = new Set([...important, ...others].slice(0, mostColumns));
      return nodeOf({
        ...{ schema, name, columns: all.filter((column) => kept.has(column)) },
        ...{ hidden: all.length - kept.size, isForeign: false },
      });
    }),
    ...[...foreign.values()].map((target) =>
      nodeOf({ ...target, columns: [], hidden: 0, isForeign: true }),
    ),
  ];
  const edges: Edge[] = relations.map(({ name, table, columns, target }) => ({
    id: `${table} ${name}`,
    source: idOf(schema, table),
    target: idOf(target.schema, target.name),
    type: "smoothstep",
    focusable: false,
    ariaLabel: `${table} (${columns.join(", ")}) references ${target.name} (${target.columns.join(", ")})`,
    markerEnd: { type: MarkerType.ArrowClosed, width: 18, height: 18, color: "var(--ink-quiet)" },
  }));
  return { nodes: arrange(nodes, edges), edges };
}

const idOf = (schema: string, name: string) => JSON.stringify([schema, name]);

function nodeOf(data: TableData): TableNode {
  const rows = data.columns.length + (data.hidden > 0 ? 1 : 0);
  return {
    id: idOf(data.schema, data.name),
    type: "table",
    data,
    width,
    height: headHeight + rows * rowHeight + padding,
    position: { x: 0, y: 0 },
    ariaLabel: `Table ${data.name}`,
  };
}

function arrange(nodes: readonly TableNode[], edges: readonly Edge[]): TableNode[] {
  const graph = new Graph();
  graph.setGraph({ rankdir: "LR", nodesep: 32, ranksep: 96, marginx: 16, marginy: 16 });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const { id, width: w, height } of nodes)
    graph.setNode(id, { width: w ?? 0, height: height ?? 0 });
  for (const { source, target } of edges) if (source !== target) graph.setEdge(source, target);
  layout(graph);
  return nodes.map((node) => {
    const { x, y } = graph.node(node.id) as { x: number; y: number };
    return { ...node, position: { x: x - width / 2, y: y - (node.height ?? 0) / 2 } };
  });
}
