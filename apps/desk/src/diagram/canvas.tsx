import { Controls, ReactFlow, ReactFlowProvider, useNodesState, useReactFlow } from "@xyflow/react";
import { type KeyboardEvent, useEffect, useMemo } from "react";
import type { Diagram } from "../api/schema.ts";
import { layoutDiagram, type TableNode } from "./layout.ts";
import { TableNodeView } from "./table-node.tsx";

const nodeTypes = { table: TableNodeView };
/** The distance that an arrow key moves the diagram. */
const stepPx = 80;

interface CanvasProps {
  readonly schema: string;
  readonly diagram: Diagram;
}

/** The diagram, which can be zoomed and moved. */
export function Canvas(props: CanvasProps) {
  return (
    <ReactFlowProvider>
      <DiagramFlow {...props} />
    </ReactFlowProvider>
  );
}

function DiagramFlow({ schema, diagram }: CanvasProps) {
  const graph = useMemo(() => layoutDiagram(schema, diagram), [schema, diagram]);
  const [nodes, setNodes, onNodesChange] = useNodesState<TableNode>(graph.nodes);
  const flow = useReactFlow();
  useEffect(() => setNodes(graph.nodes), [graph, setNodes]);
  useEffect(() => {
    // Before printing, fit all tables into the view.
    const fit = () => void flow.fitView();
    addEventListener("beforeprint", fit);
    return () => removeEventListener("beforeprint", fit);
  }, [flow]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget) return;
    const direction = {
      ArrowLeft: [1, 0],
      ArrowRight: [-1, 0],
      ArrowUp: [0, 1],
      ArrowDown: [0, -1],
    }[event.key];
    const { x, y, zoom } = flow.getViewport();
    if (direction) {
      const [right = 0, down = 0] = direction;
      void flow.setViewport({ x: x + right * stepPx, y: y + down * stepPx, zoom });
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
        edges={graph.edges}
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
