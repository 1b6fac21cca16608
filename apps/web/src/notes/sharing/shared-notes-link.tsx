import "./shared.css";
import { Link } from "react-router";
import { useFormat } from "../../i18n/format.ts";
import { useSharingTexts } from "../../i18n/sharing/sharing-texts.ts";
import { useSignedInUser } from "../../shell/signed-in-user.tsx";
import { useInvitations } from "./use-invitations.ts";

/** A link to the page of shared notes, with the number of open invitations. Renders nothing for a guest. */
export function SharedNotesLink() {
  const texts = useSharingTexts().invitations;
  const format = useFormat();
  const count = useInvitations().data?.length ?? 0;
  if (!useSignedInUser().email) return null;
  return (
    <p className="shared-line">
      <Link to="/shared">{texts.link}</Link>
      <span role="status">{count > 0 && texts.open(count, format.number(count))}</span>
    </p>
  );
}
