import { useEffect, useMemo, useState } from "react";
import { type Backend, fetchMessages, type Message } from "./backend.ts";

/** Messages are sent after the response, so the inbox is checked after each of these delays. */
const checkDelaysMs = [50, 300, 1_000, 3_000];

/** Returns the backend, and the messages that the backend has sent since it started. */
export function useInbox(startedBackend: Backend | undefined) {
  const [messages, setMessages] = useState<readonly Message[]>([]);
  const [responseCount, setResponseCount] = useState(0);

  const backend = useMemo((): Backend | undefined => {
    if (!startedBackend) return undefined;
    return {
      ...startedBackend,
      fetch: async (input, init) => {
        const response = await startedBackend.fetch(input, init);
        setResponseCount((count) => count + 1);
        return response;
      },
    };
  }, [startedBackend]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each request may have sent a message.
  useEffect(() => {
    if (!startedBackend) return;
    let isCurrent = true;
    const checkInbox = async () => {
      const currentMessages = await fetchMessages(startedBackend, messages);
      if (isCurrent && currentMessages.length !== messages.length) setMessages(currentMessages);
    };
    const timers = checkDelaysMs.map((time) => setTimeout(checkInbox, time));
    return () => {
      isCurrent = false;
      for (const timer of timers) clearTimeout(timer);
    };
  }, [startedBackend, responseCount]);

  return { backend, messages };
}
