import type { Message, MessageSummary } from "../api/mail.ts";

type MessageHead = Pick<Message | MessageSummary, "Channel" | "Subject" | "To">;

export const titleOf = ({ Channel, Subject }: MessageHead) =>
  Channel === "sms" ? "Text message" : Subject || "(no subject)";

/** Returns the recipient of a message. Phone numbers are stored without the plus sign. */
export const recipientOf = ({ Channel, To }: MessageHead) => {
  const address = To[0]?.Address ?? "";
  return Channel === "sms" ? address.replace(/^(?=\d)/, "+") : address;
};

/** Returns the link of a message if it is an HTTP URL. A message could contain any other scheme. */
export const safeLink = (link: string) => (/^https?:\/\//i.test(link) ? link : undefined);
