import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { Link } from "react-router";
import { getStructure } from "../api/catalog.ts";
import { RoleSwitch } from "../run-as/role-switch.tsx";
import { Failure } from "../shell/failure.tsx";
import { Icon } from "../shell/icons.tsx";
import { RowsView } from "./rows-view.tsx";
import { StructureView } from "./structure-view.tsx";
import { tablePath } from "./view-state.ts";

/** Shows the rows or the structure of a table. */
export function TableView({
  schema,
  name,
  isStructure,
}: {
  readonly schema: string;
  readonly name: string;
  readonly isStructure: boolean;
}) {
  const structure = useQuery({
    queryKey: ["structure", schema, name],
    queryFn: () => getStructure(schema, name),
  });
  useEffect(() => {
    document.title = `${name} – Desk`;
  }, [name]);
  const path = tablePath(schema, name);
  return (
    <>
      <header className="table-head">
        <Link className="icon-button to-list" to="/tables" aria-label="All tables">
          <Icon name="back" />
        </Link>
        <h1>
          <bdi className="table-schema">{schema}.</bdi>
          <bdi>{name}</bdi>
        </h1>
        <nav className="tabs" aria-label={`Views of ${name}`}>
          <Link to={path} aria-current={isStructure ? undefined : "page"}>
            Rows
          </Link>
          <Link to={`${path}/structure`} aria-current={isStructure ? "page" : undefined}>
            Structure
          </Link>
        </nav>
        {!isStructure && <RoleSwitch />}
      </header>
      {structure.isPending && <p className="quiet table-loading">Loading …</p>}
      {structure.isError && (
        <Failure error={structure.error} onRetry={() => void structure.refetch()} />
      )}
      {structure.data &&
        (isStructure ? (
          <StructureView structure={structure.data} />
        ) : (
          <RowsView structure={structure.data} />
        ))}
    </>
  );
}
