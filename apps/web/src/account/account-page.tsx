import "./account.css";
import type { Provider } from "@supabase/auth-js";
import { Link } from "react-router";
import { useWords } from "../i18n/vocabulary.tsx";
import { BackIcon } from "../shell/icons.tsx";
import { PageHeading } from "../shell/page-heading.tsx";
import { PageTitle } from "../shell/page-title.tsx";
import { Identities } from "./identities.tsx";
import { Password } from "./password.tsx";
import { Sessions } from "./sessions.tsx";
import { Who } from "./who.tsx";

/** Who one is here, how one gets in, and the way out. */
export function AccountPage({ providers }: { providers: readonly Provider[] }) {
  const words = useWords().account;
  return (
    <div className="account">
      <PageTitle>{words.title}</PageTitle>
      <Link className="back-link" to="/notes">
        <BackIcon />
        {words.back}
      </Link>
      <PageHeading>{words.title}</PageHeading>
      <Who />
      <Password />
      <Identities providers={providers} />
      <Sessions />
    </div>
  );
}
