import "./shared.css";
import { Link } from "react-router";
import { useSharingTexts } from "../../i18n/sharing/sharing-texts.ts";
import { useTexts } from "../../i18n/translations.tsx";
import { BackIcon } from "../../icons/signed-in.tsx";
import { PageHeading } from "../../shell/page-heading.tsx";
import { PageTitle } from "../../shell/page-title.tsx";
import { ConnectionMessage } from "../live/connection-message.tsx";
import { LiveNotesProvider } from "../live/use-live-notes.tsx";
import { BlockedSenders } from "./blocked-senders.tsx";
import { InvitationList } from "./invitation-list.tsx";
import { NotesSharedWithMe } from "./notes-shared-with-me.tsx";

/** The page of shared notes: invitations, notes that others share with the user, and blocked senders. */
export function SharedPage() {
  const texts = useSharingTexts().invitations;
  const { account } = useTexts();
  return (
    <LiveNotesProvider>
      <div className="shared">
        <PageTitle>{texts.title}</PageTitle>
        <Link className="back-link" to="/notes">
          <BackIcon />
          {account.back}
        </Link>
        <PageHeading>{texts.title}</PageHeading>
        <ConnectionMessage />
        <InvitationList />
        <NotesSharedWithMe />
        <BlockedSenders />
      </div>
    </LiveNotesProvider>
  );
}
