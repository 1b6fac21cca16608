import { Controls, ReactFlow, ReactFlowProvider, useNodesState, useReactFlow } from "@xyflow/react";
import { type KeyboardEvent, useEffect, useMemo } from "react";
import type { Diagram } from "../api/schema.ts";
import { drawDiagram, type TableNode } from "./layout.ts";
import { TableNodeView } from "./table-node.tsx";

const nodeTypes = { table: TableNodeView };
/** How far an arrow key moves the diagram, in pixels. */
const step = 80;

interface CanvasProps {
  readonly schema: string;
  readonly diagram: Diagram;
}

/** The diagram, to zoom and to move around in. */
export function Canvas(props: CanvasProps) {
  return (
    <ReactFlowProvider>
      <Drawing {...props} />
    </ReactFlowProvider>
  );
}

function Drawing({ schema, diagram }: CanvasProps) {
  const drawn = useMemo(() => drawDiagram(schema, diagram), [schema, diagram]);
  const [nodes, setNodes, onNodesChange] = useNodesState<TableNode>(drawn.nodes);
  const flow = useReactFlow();
  useEffect(() => setNodes(drawn.nodes), [drawn, setNodes]);
  useEffect(() => {
    // Paper shows all tables, not the part that is visible.
    const fit = () => void flow.fitView();
    addEventListener("beforeprint", fit);
    return () => removeEventListener("beforeprint", fit);
  }, [flow]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget) return;
    const move = { ArrowLeft: [1, 0], ArrowRight: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[
      event.key
    ];
    const { x, y, zoom } = flow.getViewport();
    if (move) {
      const [right = 0, down = 0] = move;
      void flow.setViewport({ x: x + right * step, y: y + down * step, zoom });
    } else if (event.key === "+" || event.key === "=") void flow.zoomIn();
    else if (event.key === "-") void flow.zoomOut();
    else if (event.key === "0") void flow.fitView();
    else return;
    event.preventDefault();
  };
  return (
    <section
      className="canvas"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the section handles the diagram's keys, so it needs the focus
      tabIndex={0}
      aria-label={`Diagram of ${schema}. Arrow keys move it, plus and minus zoom, zero shows all.`}
      onKeyDown={onKeyDown}
    >
      <ReactFlow
        nodes={nodes}
        edges={drawn.edges}
        nodeTypes={nodeTypes}
        onNodesChange={onNodesChange}
        nodesConnectable={false}
        deleteKeyCode={null}
        fitView
        fitViewOptions={{ maxZoom: 1, padding: 0.08 }}
        minZoom={0.05}
        maxZoom={2}
        proOptions={{ hideAttribution: false }}
      >
        <Controls showInteractive={false} />
      </ReactFlow>
    </section>
  );
}
