import { useErrorText } from "../../auth/error-text.ts";
import type { Invitation } from "../../data/schema.ts";
import { useSharingTexts } from "../../i18n/sharing/sharing-texts.ts";
import { useTexts } from "../../i18n/translations.tsx";
import { useShowToast } from "../../shell/toasts.tsx";
import { useFocusableSection } from "./use-focusable-section.tsx";
import { useAnswerInvitation, useBlockSender, useInvitations } from "./use-invitations.ts";

/** Lists the open invitations, with buttons to accept, decline, or block the sender. */
export function InvitationList() {
  const texts = useSharingTexts().invitations;
  const { data, isLoadingError, refetch } = useInvitations();
  const { tryAgain } = useTexts();
  const section = useFocusableSection(texts.heading);
  if (isLoadingError) {
    return section.render(
      <p role="alert">
        {texts.notLoaded}{" "}
        <button type="button" className="link-button" onClick={() => void refetch()}>
          {tryAgain}
        </button>
      </p>,
    );
  }
  if (!data?.length) return section.render(<p className="quiet">{data && texts.none}</p>);
  return section.render(
    <>
      <p className="quiet">{texts.hint}</p>
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
  const texts = useSharingTexts().invitations;
  const { untitled } = useTexts().notes;
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
      showToast({ text: `${texts.failed} ${textOf(error)}`, tone: "danger" });
    }
  };
  const reply = (accept: boolean) => () => answer.mutateAsync({ id, accept });

  return (
    <li>
      <p>{texts.from(address, title)}</p>
      <div className="button-row">
        <button
          type="button"
          className="button button-primary"
          aria-label={texts.acceptOne(title)}
          aria-disabled={isPending}
          onClick={() => void send(reply(true), texts.accepted(title))}
        >
          {texts.accept}
        </button>
        <button
          type="button"
          className="button"
          aria-label={texts.declineOne(title)}
          aria-disabled={isPending}
          onClick={() => void send(reply(false), texts.declined(title))}
        >
          {texts.decline}
        </button>
        <button
          type="button"
          className="button button-danger"
          aria-label={texts.blockOne(address)}
          aria-disabled={isPending}
          onClick={() => void send(() => block.mutateAsync(id), texts.blocked(address))}
        >
          {texts.block}
        </button>
      </div>
    </li>
  );
}
