import "./shared.css";
import { Link } from "react-router";
import { useSharingWords } from "../../i18n/sharing/sharing-words.ts";
import { useWords } from "../../i18n/vocabulary.tsx";
import { BackIcon } from "../../icons/signed-in.tsx";
import { PageHeading } from "../../shell/page-heading.tsx";
import { PageTitle } from "../../shell/page-title.tsx";
import { ConnectionLine } from "../live/connection-line.tsx";
import { LiveNotesProvider } from "../live/use-live-notes.tsx";
import { BlockedSenders } from "./blocked-senders.tsx";
import { ForeignNotes } from "./foreign-notes.tsx";
import { InvitationList } from "./invitation-list.tsx";

/** What others share with a person: invitations, the notes they take part in, and whom they block. */
export function SharedPage() {
  const words = useSharingWords().invitations;
  const { account } = useWords();
  return (
    <LiveNotesProvider>
      <div className="shared">
        <PageTitle>{words.title}</PageTitle>
        <Link className="back-link" to="/notes">
          <BackIcon />
          {account.back}
        </Link>
        <PageHeading>{words.title}</PageHeading>
        <ConnectionLine />
        <InvitationList />
        <ForeignNotes />
        <BlockedSenders />
      </div>
    </LiveNotesProvider>
  );
}
