import { useErrorText } from "../../auth/error-text.ts";
import type { Invitation } from "../../data/schema.ts";
import { useSharingWords } from "../../i18n/sharing/sharing-words.ts";
import { useWords } from "../../i18n/vocabulary.tsx";
import { useSay } from "../../shell/toasts.tsx";
import { usePart } from "./part.tsx";
import { useAnswerInvitation, useBlockSender, useInvitations } from "./use-invitations.ts";

/** The open invitations, each to accept or decline, or to block its sender. */
export function InvitationList() {
  const words = useSharingWords().invitations;
  const { data, isLoadingError, refetch } = useInvitations();
  const { tryAgain } = useWords();
  const part = usePart(words.heading);
  if (isLoadingError) {
    return part.render(
      <p role="alert">
        {words.notLoaded}{" "}
        <button type="button" className="link-button" onClick={() => void refetch()}>
          {tryAgain}
        </button>
      </p>,
    );
  }
  if (!data?.length) return part.render(<p className="quiet">{data && words.none}</p>);
  return part.render(
    <>
      <p className="quiet">{words.hint}</p>
      <ul className="shared-list">
        {data.map((invitation) => (
          <InvitationRow key={invitation.id} invitation={invitation} onAnswered={part.focus} />
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
  const say = useSay();
  const textOf = useErrorText();
  const answer = useAnswerInvitation();
  const block = useBlockSender();
  const isPending = answer.isPending || block.isPending;

  /** Sends an answer. The row is gone by the time it is said what came of it. */
  const send = async (request: () => Promise<void>, text: string) => {
    if (isPending) return;
    try {
      await request();
      onAnswered();
      say({ text });
    } catch (error) {
      say({ text: `${words.failed} ${textOf(error)}`, tone: "danger" });
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
