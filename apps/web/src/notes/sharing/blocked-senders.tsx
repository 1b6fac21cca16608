import type { BlockedSender } from "../../data/schema.ts";
import { useSharingTexts } from "../../i18n/sharing/sharing-texts.ts";
import { useShowToast } from "../../shell/toasts.tsx";
import { useFocusableSection } from "./use-focusable-section.tsx";
import { useBlockedSenders, useUnblockSender } from "./use-invitations.ts";

/** Lists the blocked senders, to unblock them. Renders nothing if there are none. */
export function BlockedSenders() {
  const texts = useSharingTexts().invitations;
  const { data } = useBlockedSenders();
  const section = useFocusableSection(texts.blockedHeading);
  if (!data?.length) return null;
  return section.render(
    <ul className="shared-list">
      {data.map((sender) => (
        <BlockedRow key={sender.sender_id} sender={sender} onUnblocked={section.focus} />
      ))}
    </ul>,
  );
}

interface BlockedRowProps {
  sender: BlockedSender;
  onUnblocked: () => void;
}

function BlockedRow({ sender: { sender_id, address }, onUnblocked }: BlockedRowProps) {
  const texts = useSharingTexts().invitations;
  const showToast = useShowToast();
  const unblock = useUnblockSender();
  const handleUnblock = async () => {
    if (unblock.isPending) return;
    try {
      await unblock.mutateAsync(sender_id);
      onUnblocked();
      showToast({ text: texts.unblocked(address) });
    } catch {
      showToast({ text: texts.notUnblocked, tone: "danger" });
    }
  };
  return (
    <li>
      <p>
        <bdi>{address}</bdi>
      </p>
      <button
        type="button"
        className="button"
        aria-label={texts.unblockOne(address)}
        aria-disabled={unblock.isPending}
        onClick={() => void handleUnblock()}
      >
        {texts.unblock}
      </button>
    </li>
  );
}
