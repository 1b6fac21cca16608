import type { BlockedSender } from "../../data/schema.ts";
import { useSharingWords } from "../../i18n/sharing/sharing-words.ts";
import { useSay } from "../../shell/toasts.tsx";
import { usePart } from "./part.tsx";
import { useBlockedSenders, useUnblockSender } from "./use-invitations.ts";

/** Whom a person blocks, to unblock them. Nothing where they block nobody. */
export function BlockedSenders() {
  const words = useSharingWords().invitations;
  const { data } = useBlockedSenders();
  const part = usePart(words.blockedHeading);
  if (!data?.length) return null;
  return part.render(
    <ul className="shared-list">
      {data.map((sender) => (
        <BlockedRow key={sender.sender_id} sender={sender} onUnblocked={part.focus} />
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
  const say = useSay();
  const unblock = useUnblockSender();
  const run = async () => {
    if (unblock.isPending) return;
    try {
      await unblock.mutateAsync(sender_id);
      onUnblocked();
      say({ text: words.unblocked(address) });
    } catch {
      say({ text: words.notUnblocked, tone: "danger" });
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
