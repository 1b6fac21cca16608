import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { getRelations, type Relation } from "../api/catalog.ts";
import { countRows, type User, type VisibleRows } from "../api/users.ts";
import { useRunAs } from "../run-as/run-as.tsx";
import { Failure } from "../shell/failure.tsx";

/** The maximum number of tables that the server counts in one request. */
const chunkSize = 20;
/** The maximum number of tables to count for a user. */
const maxTables = 200;

/** Shows how many rows of each table a user can read. */
export function AccessView({ user, name }: { readonly user: User; readonly name: string }) {
  const list = useQuery({ queryKey: ["relations"], queryFn: getRelations });
  if (list.isPending) return <p className="quiet">Loading …</p>;
  if (list.isError) return <Failure error={list.error} onRetry={() => void list.refetch()} />;
  const ownRelations = list.data.relations.filter(({ isOwn }) => isOwn);
  const tables = ownRelations.slice(0, maxTables);
  const chunks = Array.from({ length: Math.ceil(tables.length / chunkSize) }, (_, index) =>
    tables.slice(index * chunkSize, (index + 1) * chunkSize),
  );
  return (
    <section>
      <h2>
        What <bdi>{name}</bdi> can read
      </h2>
      <p className="quiet">
        Rows that grants and policies show to this user, with the claims of a session that was
        opened with a password.
      </p>
      {tables.length === 0 ? (
        <p className="quiet">The project has no tables yet.</p>
      ) : (
        <ul className="lines">
          {chunks.map((chunk) => (
            <Chunk key={JSON.stringify(chunk[0])} relations={chunk} user={user} />
          ))}
        </ul>
      )}
      {ownRelations.length > tables.length && (
        <p className="quiet">{ownRelations.length - tables.length} more tables are not counted.</p>
      )}
    </section>
  );
}

function Chunk({
  relations,
  user,
}: {
  readonly relations: readonly Relation[];
  readonly user: User;
}) {
  const names = relations.map(({ schema, name }) => ({ schema, name }));
  const counts = useQuery({
    queryKey: ["visible-rows", user.id, names],
    queryFn: ({ signal }) => countRows(names, { role: roleOf(user), user: user.id }, signal),
  });
  if (counts.isError) {
    return (
      <li>
        <Failure error={counts.error} onRetry={() => void counts.refetch()} />
      </li>
    );
  }
  return relations.map((relation, index) => (
    <TableEntry
      key={`${relation.schema}.${relation.name}`}
      relation={relation}
      visibleRows={counts.data?.counts[index]}
      user={user}
    />
  ));
}

function TableEntry({
  relation,
  visibleRows,
  user,
}: {
  readonly relation: Relation;
  readonly visibleRows: VisibleRows | undefined;
  readonly user: User;
}) {
  const { choose } = useRunAs();
  const navigate = useNavigate();
  const { schema, name } = relation;
  const openTable = () => {
    const { id, email, phone, is_anonymous: isAnonymous } = user;
    choose(roleOf(user), { id, email: email || null, phone: phone || null, isAnonymous });
    void navigate(`/tables/${encodeURIComponent(schema)}/${encodeURIComponent(name)}`);
  };
  return (
    <li className="line">
      <div>
        <p>
          <bdi className="fact-name">
            {schema}.{name}
          </bdi>
          {relation.kind === "table" && !relation.hasRowSecurity && (
            <span className="tag tag-warning">no row security</span>
          )}
        </p>
        <p className="quiet">{visibleRows ? describe(visibleRows) : "Counting …"}</p>
      </div>
      <button type="button" className="button button-small" onClick={openTable}>
        Show<span className="visually-hidden">{` ${schema}.${name} as this user`}</span>
      </button>
    </li>
  );
}

/** Returns the user's role: "authenticated", unless an administrator has changed it. */
const roleOf = ({ role }: User) => role || "authenticated";

function describe({ visible, refusal, all }: VisibleRows): string {
  const countText = (count: NonNullable<VisibleRows["visible"]>) =>
    `${count.rows.toLocaleString("en-US")}${count.isExact ? "" : " or more"}`;
  if (!visible) return refusal ?? "Cannot be read.";
  const unit = visible.rows === 1 && !all ? "row" : "rows";
  return all ? `${countText(visible)} of ${countText(all)} rows` : `${countText(visible)} ${unit}`;
}
