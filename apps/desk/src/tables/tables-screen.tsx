import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { getRelations } from "../api/catalog.ts";
import { Failure } from "../shell/failure.tsx";
import { RelationList } from "./relation-list.tsx";
import { TableView } from "./table-view.tsx";

/** The list of tables with the chosen table beside it. A narrow window shows only one of the two. */
export function TablesScreen() {
  const { schema, name, tab } = useParams();
  const list = useQuery({ queryKey: ["relations"], queryFn: getRelations });
  const isChosen = schema !== undefined && name !== undefined;
  const isEmpty = list.data?.relations.every(({ isOwn }) => !isOwn) ?? false;
  return (
    <div className="split" data-chosen={isChosen}>
      <div className="split-list">
        {list.isPending && <p className="quiet relations-none">Loading …</p>}
        {list.isError && <Failure error={list.error} onRetry={() => void list.refetch()} />}
        {list.data && <RelationList {...list.data} />}
      </div>
      <main id="main" className="split-main" tabIndex={-1}>
        {isChosen ? (
          <TableView
            key={JSON.stringify([schema, name])}
            schema={schema}
            name={name}
            isStructure={tab === "structure"}
          />
        ) : (
          <div className="empty">
            <h1>{isEmpty ? "No tables yet" : "Tables"}</h1>
            <p className="quiet">
              {isEmpty ? (
                <>
                  Add a migration in <code>supabase/migrations</code>, and its tables appear here.
                </>
              ) : (
                "Choose a table or a view."
              )}
            </p>
          </div>
        )}
      </main>
    </div>
  );
}
