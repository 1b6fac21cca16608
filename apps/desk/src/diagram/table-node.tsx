import { Handle, type NodeProps, Position } from "@xyflow/react";
import { Link } from "react-router";
import { Icon } from "../shell/icons.tsx";
import type { TableNode } from "./layout.ts";

/** A table in the diagram: its name, which links to the table, and its columns. */
export function TableNodeView({ data }: NodeProps<TableNode>) {
  const { schema, name, columns, hiddenCount, isForeign } = data;
  const path = `/tables/${encodeURIComponent(schema)}/${encodeURIComponent(name)}/structure`;
  return (
    <div className="node" data-foreign={isForeign}>
      <Handle type="target" position={Position.Left} isConnectable={false} />
      <p className="node-name">
        <Link to={path} className="nodrag">
          {isForeign && <bdi className="table-schema">{schema}.</bdi>}
          <bdi>{name}</bdi>
        </Link>
      </p>
      {columns.map((column) => (
        <p key={column.name} className="node-column">
          {column.isKey && <Icon name="key" />}
          <bdi className="node-column-name" data-reference={column.isReference}>
            {column.name}
          </bdi>
          <span className="grid-type">
            {column.type}
            {column.isNullable && "?"}
          </span>
        </p>
      ))}
      {hiddenCount > 0 && <p className="node-column quiet">{hiddenCount} more columns</p>}
      <Handle type="source" position={Position.Right} isConnectable={false} />
    </div>
  );
}
