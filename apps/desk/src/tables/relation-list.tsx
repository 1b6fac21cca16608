import { useState } from "react";
import { Link, NavLink } from "react-router";
import type { Relation } from "../api/catalog.ts";
import { useFeature } from "../api/use-feature.ts";
import { Icon } from "../shell/icons.tsx";
import { SearchField } from "../shell/search-field.tsx";
import { tablePath } from "./view-state.ts";

const compactNumber = new Intl.NumberFormat("en-US", { notation: "compact" });

/** Lists tables and views by schema, the project's own schemas first. */
export function RelationList({
  schemas,
  relations,
  onCreate,
}: {
  readonly schemas: readonly { readonly name: string; readonly isOwn: boolean }[];
  readonly relations: readonly Relation[];
  readonly onCreate: () => void;
}) {
  const hasFolder = useFeature("folder");
  const [search, setSearch] = useState("");
  const searchText = search.trim().toLowerCase();
  const matches = relations.filter(({ schema, name }) =>
    `${schema}.${name}`.toLowerCase().includes(searchText),
  );
  const groups = schemas
    .map((schema) => ({
      ...schema,
      relations: matches.filter((relation) => relation.schema === schema.name),
    }))
    .filter(({ isOwn, relations: list }) => list.length > 0 || (isOwn && searchText === ""));
  return (
    <nav className="relations" aria-label="Tables">
      <SearchField label="Search tables" value={search} onChange={setSearch} />
      <p className="button-row relations-actions">
        {hasFolder && (
          <button type="button" className="button button-small" onClick={onCreate}>
            New table
          </button>
        )}
        <Link className="button button-small" to="/diagram">
          Diagram
        </Link>
        {hasFolder && (
          <Link className="button button-small" to="/enums">
            Enums
          </Link>
        )}
      </p>
      {groups.length === 0 && <p className="quiet relations-none">No table matches.</p>}
      {groups.map((group) => (
        <details key={group.name} open={group.isOwn || searchText !== ""}>
          <summary>
            <bdi>{group.name}</bdi>
            <span className="quiet">{group.relations.length}</span>
          </summary>
          {group.relations.length === 0 && (
            <p className="quiet relations-none">This schema has no tables yet.</p>
          )}
          <ul>
            {group.relations.map((relation) => (
              <li key={relation.name}>
                <RelationLink relation={relation} />
              </li>
            ))}
          </ul>
        </details>
      ))}
    </nav>
  );
}

function RelationLink({ relation }: { readonly relation: Relation }) {
  const { schema, name, kind, estimate, hasRowSecurity, isOwn } = relation;
  const isTable = kind === "table" || kind === "partitioned table";
  const isUnprotected = isTable && isOwn && !hasRowSecurity;
  return (
    <NavLink className="relation" to={tablePath(schema, name)}>
      <Icon name={isTable ? "table" : "view"} />
      <bdi className="relation-name">{name}</bdi>
      {!isTable && <span className="visually-hidden">, {kind}</span>}
      {isUnprotected && (
        <span className="tag tag-warning" title="Row-level security is off">
          open
        </span>
      )}
      {estimate !== null && estimate > 0 && (
        <span className="quiet relation-count" title={`About ${estimate} rows`}>
          {compactNumber.format(estimate)}
        </span>
      )}
    </NavLink>
  );
}
