import "./shared.css";
import { Link } from "react-router";
import { useFormat } from "../../i18n/format.ts";
import { useSharingWords } from "../../i18n/sharing/sharing-words.ts";
import { usePerson } from "../../shell/person.tsx";
import { useInvitations } from "./use-invitations.ts";

/** A link to the page of shared notes, with the number of open invitations. Renders nothing for a guest. */
export function SharedNotesLink() {
  const words = useSharingWords().invitations;
  const format = useFormat();
  const count = useInvitations().data?.length ?? 0;
  if (!usePerson().email) return null;
  return (
    <p className="shared-line">
      <Link to="/shared">{words.link}</Link>
      <span role="status">{count > 0 && words.open(count, format.number(count))}</span>
    </p>
  );
}
