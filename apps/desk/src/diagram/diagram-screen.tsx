import "./diagram.css";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { Link, useNavigate, useParams } from "react-router";
import { getRelations } from "../api/catalog.ts";
import { getDiagram } from "../api/schema.ts";
import { Failure } from "../shell/failure.tsx";
import { Icon } from "../shell/icons.tsx";
import { Canvas } from "./canvas.tsx";
import { RelationText } from "./relation-text.tsx";

/** Shows the tables of a schema and how they reference each other, as a diagram and as a list. */
export default function DiagramScreen() {
  const { schema = "public" } = useParams();
  const navigate = useNavigate();
  const list = useQuery({ queryKey: ["relations"], queryFn: getRelations });
  const diagram = useQuery({
    queryKey: ["diagram", schema],
    queryFn: () => getDiagram(schema),
  });
  useEffect(() => {
    document.title = "Diagram – Desk";
  }, []);
  const schemas = list.data?.schemas.map(({ name }) => name) ?? [schema];
  return (
    <main id="main" className="diagram" tabIndex={-1}>
      <header className="table-head">
        <Link className="icon-button" to="/tables" aria-label="All tables">
          <Icon name="back" />
        </Link>
        <h1>Diagram</h1>
        <span className="toolbar-gap" />
        <select
          className="input"
          aria-label="Schema"
          value={schema}
          onChange={(event) => navigate(`/diagram/${encodeURIComponent(event.target.value)}`)}
        >
          {[...new Set([schema, ...schemas])].map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
        <button type="button" className="button" onClick={() => print()}>
          Print
        </button>
      </header>
      {diagram.isPending && <p className="quiet table-loading">Loading …</p>}
      {diagram.isError && <Failure error={diagram.error} onRetry={() => void diagram.refetch()} />}
      {diagram.data?.tables.length === 0 && (
        <div className="empty">
          <h2>No tables</h2>
          <p className="quiet">This schema has no tables yet.</p>
        </div>
      )}
      {diagram.data && diagram.data.tables.length > 0 && (
        <>
          {diagram.data.isCut && (
            <p className="message message-warning">
              The schema has more than {diagram.data.tables.length} tables. The others are left out.
            </p>
          )}
          <Canvas key={schema} schema={schema} diagram={diagram.data} />
          <RelationText schema={schema} diagram={diagram.data} />
        </>
      )}
    </main>
  );
}
