import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { getRelations } from "../api/catalog.ts";
import type { ChannelChoice } from "./open-channel.ts";

const events = [
  ["*", "All changes"],
  ["INSERT", "Insert"],
  ["UPDATE", "Update"],
  ["DELETE", "Delete"],
] as const;

/** Lets the user choose a topic and the table changes to receive. */
export function JoinForm({
  isJoined,
  onJoin,
  onLeave,
}: {
  readonly isJoined: boolean;
  readonly onJoin: (choice: ChannelChoice) => void;
  readonly onLeave: () => void;
}) {
  const id = useId();
  const [topic, setTopic] = useState("room-1");
  const [isPrivate, setPrivate] = useState(false);
  const [table, setTable] = useState("");
  const [event, setEvent] = useState<(typeof events)[number][0]>("*");
  const [filter, setFilter] = useState("");
  const relations = useQuery({ queryKey: ["relations"], queryFn: getRelations });
  const tables = (relations.data?.relations ?? []).filter(
    ({ kind, isOwn }) => isOwn && (kind === "table" || kind === "partitioned table"),
  );
  const submit = (submitEvent: FormEvent) => {
    submitEvent.preventDefault();
    if (isJoined) return onLeave();
    const selectedTable = tables.find((relation) => qualifiedName(relation) === table);
    onJoin({
      topic: topic.trim(),
      isPrivate,
      changes: selectedTable && {
        event,
        schema: selectedTable.schema,
        table: selectedTable.name,
        filter: filter.trim(),
      },
    });
  };
  return (
    <form className="form" onSubmit={submit}>
      <fieldset className="fields" disabled={isJoined}>
        <legend className="visually-hidden">Channel</legend>
        <div>
          <label htmlFor={`${id}-topic`}>Topic</label>
          <input
            id={`${id}-topic`}
            className="input input-code"
            required
            maxLength={255}
            spellCheck={false}
            autoCapitalize="off"
            value={topic}
            onChange={({ target }) => setTopic(target.value)}
          />
          <label className="check">
            <input
              type="checkbox"
              checked={isPrivate}
              onChange={({ target }) => setPrivate(target.checked)}
            />
            Private: policies decide who may join
          </label>
        </div>
        <div>
          <label htmlFor={`${id}-table`}>Changes of</label>
          <select
            id={`${id}-table`}
            className="input"
            value={table}
            onChange={({ target }) => setTable(target.value)}
          >
            <option value="">No table</option>
            {tables.map((relation) => (
              <option key={qualifiedName(relation)} value={qualifiedName(relation)}>
                {qualifiedName(relation)}
              </option>
            ))}
          </select>
        </div>
        {table !== "" && (
          <>
            <div>
              <label htmlFor={`${id}-event`}>Event</label>
              <select
                id={`${id}-event`}
                className="input"
                value={event}
                onChange={({ target }) => setEvent(target.value as typeof event)}
              >
                {events.map(([value, title]) => (
                  <option key={value} value={value}>
                    {title}
                  </option>
                ))}
              </select>
            </div>
            <div>
              <label htmlFor={`${id}-filter`}>Filter</label>
              <input
                id={`${id}-filter`}
                className="input input-code"
                placeholder="id=eq.5"
                maxLength={1_000}
                spellCheck={false}
                autoCapitalize="off"
                value={filter}
                onChange={({ target }) => setFilter(target.value)}
              />
            </div>
          </>
        )}
      </fieldset>
      <button type="submit" className={isJoined ? "button" : "button button-primary"}>
        {isJoined ? "Leave" : "Join"}
      </button>
    </form>
  );
}

const qualifiedName = ({ schema, name }: { readonly schema: string; readonly name: string }) =>
  `${schema}.${name}`;
