import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { getUsers } from "../api/catalog.ts";
import { Dialog } from "../shell/dialog.tsx";
import { Icon } from "../shell/icons.tsx";
import { AdjustmentsForm } from "./adjustments-form.tsx";
import { nameOf, ownerRole, useRunAs } from "./run-as.tsx";

const descriptions: Readonly<Record<string, string>> = {
  [ownerRole]: "Owns the tables. Sees and changes everything.",
  service_role: "A server with the secret key. Policies do not apply.",
  anon: "A visitor who is not signed in.",
};

/** Shows the role that the screens run as, and lets the user change it. */
export function RoleSwitch() {
  const { runAs, user } = useRunAs();
  const [isOpen, setOpen] = useState(false);
  const name = user ? nameOf(user) : runAs.role;
  return (
    <>
      <button
        type="button"
        className="button role-switch"
        data-limited={runAs.role !== ownerRole}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Icon name={user ? "person" : "key"} />
        <span className="role-name">
          <span className="role-as">As </span>
          {name}
          {(runAs.claims || runAs.headers) && " with changes"}
        </span>
        <Icon name="down" />
      </button>
      {isOpen && (
        <Dialog title="See the project as" className="dialog-narrow" onClose={() => setOpen(false)}>
          {(close) => <Choices close={close} />}
        </Dialog>
      )}
    </>
  );
}

function Choices({ close }: { readonly close: () => void }) {
  const { runAs, user, roles, choose } = useRunAs();
  const firstRoles = [ownerRole, "service_role", "anon"];
  const otherRoles = roles.filter((role) => ![...firstRoles, "authenticated"].includes(role));
  return (
    <>
      <ul className="choices">
        {[
          ...firstRoles.filter((role) => role === ownerRole || roles.includes(role)),
          ...otherRoles,
        ].map((role) => (
          <li key={role}>
            <button
              type="button"
              className="choice"
              aria-pressed={!user && runAs.role === role}
              onClick={() => {
                choose(role);
                close();
              }}
            >
              <span className="choice-name">{role}</span>
              <span className="quiet">{descriptions[role] ?? "A role of this project."}</span>
            </button>
          </li>
        ))}
      </ul>
      <UserPicker close={close} />
      {runAs.role !== ownerRole && <AdjustmentsForm close={close} />}
    </>
  );
}

function UserPicker({ close }: { readonly close: () => void }) {
  const { user, choose } = useRunAs();
  const [search, setSearch] = useState("");
  const deferredSearch = useDeferredValue(search);
  const people = useQuery({
    queryKey: ["people", deferredSearch],
    queryFn: ({ signal }) => getUsers(deferredSearch, signal),
    placeholderData: (previous) => previous,
  });
  const matches = people.data?.people ?? [];
  return (
    <section className="people-picker">
      <label htmlFor="person-search">A user</label>
      <input
        id="person-search"
        className="input"
        type="search"
        placeholder="Search by email, phone or id"
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      <p className="visually-hidden" role="status">
        {people.isSuccess ? `${matches.length} users` : ""}
      </p>
      {people.isError && <p className="field-problem">{people.error.message}</p>}
      {people.isSuccess && matches.length === 0 && (
        <p className="quiet">{search === "" ? "Nobody has signed up yet." : "No user matches."}</p>
      )}
      <ul className="choices">
        {matches.map((match) => (
          <li key={match.id}>
            <button
              type="button"
              className="choice"
              aria-pressed={user?.id === match.id}
              onClick={() => {
                choose("authenticated", match);
                close();
              }}
            >
              <bdi className="choice-name">{nameOf(match)}</bdi>
              <span className="quiet choice-id">{match.isAnonymous ? "anonymous" : match.id}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
