import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate, useParams } from "react-router";
import { getRelations } from "../api/catalog.ts";
import { ChangeDialog, type PendingChange } from "../changes/change-dialog.tsx";
import { TableForm } from "../changes/table-form.tsx";
import { Failure } from "../shell/failure.tsx";
import { RelationList } from "./relation-list.tsx";
import { TableView } from "./table-view.tsx";
import { tablePath } from "./view-state.ts";

/** Shows the list of tables, with the chosen table beside it. A narrow window shows either the list or the table. */
export function TablesScreen() {
  const { schema, name, tab } = useParams();
  const navigate = useNavigate();
  const [pendingChange, setPendingChange] = useState<PendingChange | null>(null);
  const list = useQuery({ queryKey: ["relations"], queryFn: getRelations });
  const isChosen = schema !== undefined && name !== undefined;
  const isEmpty = list.data?.relations.every(({ isOwn }) => !isOwn) ?? false;
  const create = () =>
    setPendingChange({
      title: "New table",
      form: (onChange) => (
        <TableForm
          schemas={
            list.data?.schemas.filter(({ isOwn }) => isOwn).map((ownSchema) => ownSchema.name) ?? []
          }
          onChange={onChange}
        />
      ),
      onApplied: (change) => navigate(`${tablePath(change.schema, change.name)}/structure`),
    });
  return (
    <div className="split" data-chosen={isChosen}>
      <div className="split-list">
        {list.isPending && <p className="quiet relations-none">Loading …</p>}
        {list.isError && <Failure error={list.error} onRetry={() => void list.refetch()} />}
        {list.data && <RelationList {...list.data} onCreate={create} />}
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
                  Create one with <strong>New table</strong>, or add a migration in{" "}
                  <code>supabase/migrations</code>.
                </>
              ) : (
                "Choose a table or a view."
              )}
            </p>
          </div>
        )}
      </main>
      {pendingChange && (
        <ChangeDialog pendingChange={pendingChange} onClose={() => setPendingChange(null)} />
      )}
    </div>
  );
}
