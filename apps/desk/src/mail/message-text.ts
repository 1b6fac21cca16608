import type { Message, MessageSummary } from "../api/mail.ts";

type Described = Pick<Message | MessageSummary, "Channel" | "Subject" | "To">;

export const titleOf = ({ Channel, Subject }: Described) =>
  Channel === "sms" ? "Text message" : Subject || "(no subject)";

/** Numbers are stored without the plus sign. */
export const recipientOf = ({ Channel, To }: Described) => {
  const address = To[0]?.Address ?? "";
  return Channel === "sms" ? address.replace(/^(?=\d)/, "+") : address;
};

/** Returns a link that a click may open. It comes from a message, so it could be anything. */
export const safeLink = (link: string) => (/^https?:\/\//i.test(link) ? link : undefined);
