import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { Link } from "react-router";
import { getUser } from "../api/users.ts";
import { nameOf } from "../run-as/run-as.tsx";
import { Failure } from "../shell/failure.tsx";
import { Icon } from "../shell/icons.tsx";
import { AccessView } from "./access-view.tsx";
import { AccountView } from "./account-view.tsx";
import { userKey, userPath } from "./user-path.ts";

/** Shows the account of a user, or the rows that the user can read. */
export function UserView({ id, tab }: { readonly id: string; readonly tab: "account" | "access" }) {
  const details = useQuery({ queryKey: userKey(id), queryFn: () => getUser(id) });
  const user = details.data?.user;
  const name = user
    ? nameOf({ ...user, email: user.email || null, phone: user.phone || null, isAnonymous: false })
    : id;
  useEffect(() => {
    document.title = `${name} – Desk`;
  }, [name]);
  return (
    <>
      <header className="table-head table-head-long">
        <Link className="icon-button to-list" to="/people" aria-label="All users">
          <Icon name="back" />
        </Link>
        <h1>
          <bdi>{name}</bdi>
        </h1>
        <nav className="tabs" aria-label="Views of the user">
          <Link to={userPath(id)} aria-current={tab === "account" ? "page" : undefined}>
            Account
          </Link>
          <Link to={userPath(id, "access")} aria-current={tab === "access" ? "page" : undefined}>
            Can read
          </Link>
        </nav>
      </header>
      <div className="page-scroll report">
        {details.isPending && <p className="quiet">Loading …</p>}
        {details.isError && (
          <Failure error={details.error} onRetry={() => void details.refetch()} />
        )}
        {details.data &&
          (tab === "account" ? (
            <AccountView details={details.data} name={name} />
          ) : (
            <AccessView user={details.data.user} name={name} />
          ))}
      </div>
    </>
  );
}
