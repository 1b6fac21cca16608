// Formats the fields of messages.

/** Returns a message's recipient. Phone numbers are stored without the plus sign before the country code. */
export function recipient({ Channel, To }) {
  const [{ Address }] = To;
  return Channel === "sms" ? Address.replace(/^(?=\d)/, "+") : Address;
}

export function title({ Channel, Subject }) {
  return Channel === "sms" ? "Text message" : Subject || "(no subject)";
}

/**
 * Returns the beginning of a message. Leaves out the subject if the message begins with it, as the built-in messages
 * do, because the row already shows the subject.
 */
export function snippet({ Subject, Snippet }) {
  return Subject && Snippet.startsWith(Subject) ? Snippet.slice(Subject.length).trim() : Snippet;
}

export function shortDate(text) {
  const date = new Date(text);
  const now = new Date();
  const format =
    date.toDateString() === now.toDateString()
      ? { hour: "numeric", minute: "2-digit" }
      : {
          day: "numeric",
          month: "short",
          ...(date.getFullYear() === now.getFullYear() ? {} : { year: "numeric" }),
        };
  return new Intl.DateTimeFormat("en-US", format).format(date);
}

export function longDate(text) {
  return new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short" }).format(
    new Date(text),
  );
}
