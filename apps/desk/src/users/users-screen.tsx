import { useInfiniteQuery } from "@tanstack/react-query";
import { useDeferredValue, useEffect, useState } from "react";
import { Link, useParams } from "react-router";
import { type ListedUser, listUsers } from "../api/users.ts";
import { nameOf } from "../run-as/run-as.tsx";
import { formatCount } from "../shell/format.ts";
import { Icon } from "../shell/icons.tsx";
import { ListStatus, MoreButton } from "../shell/list-parts.tsx";
import { SearchField } from "../shell/search-field.tsx";
import { InviteDialog, NewUserDialog } from "./new-user.tsx";
import { userPath, usersKey } from "./user-path.ts";
import { UserView } from "./user-view.tsx";

/** Shows the list of users, with the chosen one beside it. A narrow window shows either the list or the user. */
export default function UsersScreen() {
  const { id, tab } = useParams();
  const [search, setSearch] = useState("");
  const [dialog, setDialog] = useState<"new" | "invite" | null>(null);
  const deferredSearch = useDeferredValue(search.trim());
  const pages = useInfiniteQuery({
    queryKey: [...usersKey, deferredSearch],
    queryFn: ({ pageParam, signal }) => listUsers(deferredSearch, pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: (previous) => previous,
  });
  useEffect(() => {
    if (id === undefined) document.title = "People – Desk";
  }, [id]);
  const people = pages.data?.pages.flatMap((page) => page.people) ?? [];
  const total = pages.data?.pages[0]?.total;
  return (
    <div className="split" data-chosen={id !== undefined}>
      <section className="split-list" aria-label="Users">
        <div className="list-top">
          <SearchField
            label="Search users"
            placeholder="Address, id or metadata"
            value={search}
            maxLength={200}
            onChange={setSearch}
          />
          <div className="button-row">
            <button type="button" className="button" onClick={() => setDialog("new")}>
              <Icon name="plus" />
              New user
            </button>
            <button type="button" className="button" onClick={() => setDialog("invite")}>
              Invite
            </button>
          </div>
          <p className="quiet" role="status">
            {total ? `${formatCount(total.count, "user")}${total.isExact ? "" : " or more"}` : ""}
          </p>
        </div>
        <ListStatus
          query={pages}
          emptyText={
            pages.isSuccess &&
            people.length === 0 &&
            (deferredSearch === "" ? "Nobody has signed up yet." : "No user matches.")
          }
        />
        <ul className="entries">
          {people.map((user) => (
            <li key={user.id}>
              <UserEntry user={user} isCurrent={user.id === id} />
            </li>
          ))}
        </ul>
        {pages.hasNextPage && (
          <MoreButton
            isDisabled={pages.isFetchingNextPage}
            onMore={() => void pages.fetchNextPage()}
          />
        )}
      </section>
      <main id="main" className="split-main" tabIndex={-1}>
        {id === undefined ? (
          <div className="empty">
            <h1>People</h1>
            <p className="quiet">
              {people.length === 0 && deferredSearch === ""
                ? "Users appear here when they sign up. You can also create one."
                : "Choose a user."}
            </p>
          </div>
        ) : (
          <UserView key={id} id={id} tab={tab === "access" ? "access" : "account"} />
        )}
      </main>
      {dialog === "new" && <NewUserDialog onClose={() => setDialog(null)} />}
      {dialog === "invite" && <InviteDialog onClose={() => setDialog(null)} />}
    </div>
  );
}

function UserEntry({
  user,
  isCurrent,
}: {
  readonly user: ListedUser;
  readonly isCurrent: boolean;
}) {
  const { id, name, isAnonymous, isBanned, isConfirmed } = user;
  return (
    <Link className="entry" to={userPath(id)} aria-current={isCurrent ? "page" : undefined}>
      <bdi className="entry-name">{nameOf(user)}</bdi>
      <span className="entry-facts quiet">
        {name && <bdi className="entry-more">{name}</bdi>}
        {isBanned && <span className="tag tag-warning">banned</span>}
        {isAnonymous && <span className="tag">anonymous</span>}
        {!isConfirmed && !isAnonymous && <span className="tag">not confirmed</span>}
      </span>
    </Link>
  );
}
