import { useEffect, useMemo, useState } from "react";
import { type Backend, type Message, messagesOf } from "./backend.ts";

/** Messages are sent after the response, so the inbox is checked after each of these delays. */
const checkDelaysMs = [50, 300, 1_000, 3_000];

/** Returns the backend, and the messages that it has sent since it started. */
export function useInbox(running: Backend | undefined) {
  const [messages, setMessages] = useState<readonly Message[]>([]);
  const [responseCount, setResponseCount] = useState(0);

  const backend = useMemo((): Backend | undefined => {
    if (!running) return undefined;
    return {
      ...running,
      fetch: async (input, init) => {
        const answer = await running.fetch(input, init);
        setResponseCount((count) => count + 1);
        return answer;
      },
    };
  }, [running]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each response may have sent a message
  useEffect(() => {
    if (!running) return;
    let current = true;
    const checkInbox = async () => {
      const found = await messagesOf(running, messages);
      if (current && found.length !== messages.length) setMessages(found);
    };
    const timers = checkDelaysMs.map((time) => setTimeout(checkInbox, time));
    return () => {
      current = false;
      for (const timer of timers) clearTimeout(timer);
    };
  }, [running, responseCount]);

  return { backend, messages };
}
