import { Graph, layout } from "@dagrejs/dagre";
import type { Edge, Node } from "@xyflow/react";
import { MarkerType } from "@xyflow/react";
import type { Diagram } from "../api/schema.ts";

/** The content of a node. */
export interface TableData extends Record<string, unknown> {
  readonly schema: string;
  readonly name: string;
  readonly columns: readonly DrawnColumn[];
  /** The number of columns that are not shown. */
  readonly hiddenCount: number;
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
/** A taller table would overlap others. Keys and references come first, so they are shown if they fit. */
const maxColumns = 18;

/** Returns the nodes and edges of a diagram. Tables are to the left of the tables that they reference. */
export function layoutDiagram(schema: string, { tables, relations }: Diagram) {
  const ownNames = new Set(tables.map(({ name }) => name));
  const foreignTables = new Map(
    relations
      .filter(({ target }) => target.schema !== schema || !ownNames.has(target.name))
      .map(({ target }) => [nodeId(target.schema, target.name), target]),
  );
  const nodes: TableNode[] = [
    ...tables.map(({ name, columns }) => {
      const referencingColumns = new Set(
        relations.filter(({ table }) => table === name).flatMap((relation) => relation.columns),
      );
      const allColumns = columns.map((column) => ({
        ...column,
        isReference: referencingColumns.has(column.name),
      }));
      const linkedColumns = allColumns.filter(({ isKey, isReference }) => isKey || isReference);
      const otherColumns = allColumns.filter((column) => !linkedColumns.includes(column));
      const visibleColumns = new Set([...linkedColumns, ...otherColumns].slice(0, maxColumns));
      return createNode({
        schema,
        name,
        columns: allColumns.filter((column) => visibleColumns.has(column)),
        hiddenCount: allColumns.length - visibleColumns.size,
        isForeign: false,
      });
    }),
    ...[...foreignTables.values()].map((target) =>
      createNode({ ...target, columns: [], hiddenCount: 0, isForeign: true }),
    ),
  ];
  const edges: Edge[] = relations.map(({ name, table, columns, target }) => ({
    id: `${table} ${name}`,
    source: nodeId(schema, table),
    target: nodeId(target.schema, target.name),
    type: "smoothstep",
    focusable: false,
    ariaLabel: `${table} (${columns.join(", ")}) references ${target.name} (${target.columns.join(", ")})`,
    markerEnd: { type: MarkerType.ArrowClosed, width: 18, height: 18, color: "var(--ink-quiet)" },
  }));
  return { nodes: arrange(nodes, edges), edges };
}

const nodeId = (schema: string, name: string) => JSON.stringify([schema, name]);

function createNode(data: TableData): TableNode {
  const rows = data.columns.length + (data.hiddenCount > 0 ? 1 : 0);
  return {
    id: nodeId(data.schema, data.name),
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
