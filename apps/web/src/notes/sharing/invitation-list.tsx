import { useErrorText } from "../../auth/error-text.ts";
import type { Invitation } from "../../data/schema.ts";
import { useSharingWords } from "../../i18n/sharing/sharing-words.ts";
import { useWords } from "../../i18n/vocabulary.tsx";
import { useShowToast } from "../../shell/toasts.tsx";
import { useFocusableSection } from "./use-focusable-section.tsx";
import { useAnswerInvitation, useBlockSender, useInvitations } from "./use-invitations.ts";

/** Lists the open invitations, with buttons to accept, decline, or block the sender. */
export function InvitationList() {
  const words = useSharingWords().invitations;
  const { data, isLoadingError, refetch } = useInvitations();
  const { tryAgain } = useWords();
  const section = useFocusableSection(words.heading);
  if (isLoadingError) {
    return section.render(
      <p role="alert">
        {words.notLoaded}{" "}
        <button type="button" className="link-button" onClick={() => void refetch()}>
          {tryAgain}
        </button>
      </p>,
    );
  }
  if (!data?.length) return section.render(<p className="quiet">{data && words.none}</p>);
  return section.render(
    <>
      <p className="quiet">{words.hint}</p>
      <ul className="shared-list">
        {data.map((invitation) => (
          <InvitationRow key={invitation.id} invitation={invitation} onAnswered={section.focus} />
        ))}
      </ul>
    </>,
  );
}

interface InvitationRowProps {
  invitation: Invitation;
  onAnswered: () => void;
}

function InvitationRow({ invitation, onAnswered }: InvitationRowProps) {
  const { id, shared_by: address } = invitation;
  const words = useSharingWords().invitations;
  const { untitled } = useWords().notes;
  const title = invitation.title || untitled;
  const showToast = useShowToast();
  const textOf = useErrorText();
  const answer = useAnswerInvitation();
  const block = useBlockSender();
  const isPending = answer.isPending || block.isPending;

  /** Sends an answer and shows the outcome in a toast, because the row is unmounted by then. */
  const send = async (request: () => Promise<void>, text: string) => {
    if (isPending) return;
    try {
      await request();
      onAnswered();
      showToast({ text });
    } catch (error) {
      showToast({ text: `${words.failed} ${textOf(error)}`, tone: "danger" });
    }
  };
  const reply = (accept: boolean) => () => answer.mutateAsync({ id, accept });

  return (
    <li>
      <p>{words.from(address, title)}</p>
      <div className="button-row">
        <button
          type="button"
          className="button button-primary"
          aria-label={words.acceptOne(title)}
          aria-disabled={isPending}
          onClick={() => void send(reply(true), words.accepted(title))}
        >
          {words.accept}
        </button>
        <button
          type="button"
          className="button"
          aria-label={words.declineOne(title)}
          aria-disabled={isPending}
          onClick={() => void send(reply(false), words.declined(title))}
        >
          {words.decline}
        </button>
        <button
          type="button"
          className="button button-danger"
          aria-label={words.blockOne(address)}
          aria-disabled={isPending}
          onClick={() => void send(() => block.mutateAsync(id), words.blocked(address))}
        >
          {words.block}
        </button>
      </div>
    </li>
  );
}
