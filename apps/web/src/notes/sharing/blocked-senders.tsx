import type { BlockedSender } from "../../data/schema.ts";
import { useSharingWords } from "../../i18n/sharing/sharing-words.ts";
import { useShowToast } from "../../shell/toasts.tsx";
import { useFocusableSection } from "./use-focusable-section.tsx";
import { useBlockedSenders, useUnblockSender } from "./use-invitations.ts";

/** Lists the blocked senders, to unblock them. Renders nothing if there are none. */
export function BlockedSenders() {
  const words = useSharingWords().invitations;
  const { data } = useBlockedSenders();
  const section = useFocusableSection(words.blockedHeading);
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
  const words = useSharingWords().invitations;
  const showToast = useShowToast();
  const unblock = useUnblockSender();
  const run = async () => {
    if (unblock.isPending) return;
    try {
      await unblock.mutateAsync(sender_id);
      onUnblocked();
      showToast({ text: words.unblocked(address) });
    } catch {
      showToast({ text: words.notUnblocked, tone: "danger" });
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
        aria-label={words.unblockOne(address)}
        aria-disabled={unblock.isPending}
        onClick={() => void run()}
      >
        {words.unblock}
      </button>
    </li>
  );
}
