import { useEffect, useMemo, useState } from "react";
import { type Backend, type Message, messagesOf } from "./backend.ts";

/** Messages are sent after the response, so the inbox is checked after each of these delays. */
const looks = [50, 300, 1_000, 3_000];

/** Returns the backend, and the messages that it has sent since it started. */
export function useInbox(running: Backend | undefined) {
  const [messages, setMessages] = useState<readonly Message[]>([]);
  const [answers, setAnswers] = useState(0);

  const backend = useMemo((): Backend | undefined => {
    if (!running) return undefined;
    return {
      ...running,
      fetch: async (input, init) => {
        const answer = await running.fetch(input, init);
        setAnswers((count) => count + 1);
        return answer;
      },
    };
  }, [running]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer may have sent a message.
  useEffect(() => {
    if (!running) return;
    let current = true;
    const look = async () => {
      const found = await messagesOf(running, messages);
      if (current && found.length !== messages.length) setMessages(found);
    };
    const timers = looks.map((time) => setTimeout(look, time));
    return () => {
      current = false;
      for (const timer of timers) clearTimeout(timer);
    };
  }, [running, answers]);

  return { backend, messages };
}
