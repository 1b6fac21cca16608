import { useCallback, useEffect, useRef, useState } from "react";
import type { RunAs } from "../api/rows.ts";
import {
  type ChannelChoice,
  type MessageKind,
  type OpenChannel,
  openChannel,
} from "./open-channel.ts";

/** A message of a channel. */
export interface ReceivedMessage {
  readonly id: number;
  readonly at: number;
  readonly kind: MessageKind;
  readonly title: string;
  /** JSON, at most some thousand characters. */
  readonly text: string;
}

export type ChannelStatus = "idle" | "joining" | "joined" | "lost" | "refused" | "failed";

export interface ChannelState {
  readonly status: ChannelStatus;
  /** What was joined, and as whom. */
  readonly joined: { readonly choice: ChannelChoice; readonly as: RunAs } | null;
  readonly reason: string;
  /** Who is present, by key. */
  readonly presence: Readonly<Record<string, readonly unknown[]>>;
  /** The newest first. */
  readonly messages: readonly ReceivedMessage[];
}

const maxMessages = 500;
const maxTextCharacters = 4_000;
const empty: ChannelState = {
  ...{ status: "idle", joined: null, reason: "", presence: {}, messages: [] },
};

/** Joins a channel, and keeps the latest messages of it. */
export function useChannel(isPaused: boolean) {
  const [state, setState] = useState(empty);
  const channel = useRef<OpenChannel | null>(null);
  const attempt = useRef(0);
  const paused = useRef(isPaused);
  useEffect(() => {
    paused.current = isPaused;
  }, [isPaused]);
  const leave = useCallback(() => {
    attempt.current += 1;
    channel.current?.close();
    channel.current = null;
    setState(({ messages }) => ({ ...empty, messages }));
  }, []);
  useEffect(
    () => () => {
      attempt.current += 1;
      channel.current?.close();
    },
    [],
  );
  const join = useCallback(async (choice: ChannelChoice, as: RunAs) => {
    channel.current?.close();
    attempt.current += 1;
    const own = attempt.current;
    const update = (change: (previous: ChannelState) => ChannelState) => {
      if (attempt.current === own) setState(change);
    };
    let count = 0;
    setState({ ...empty, status: "joining", joined: { choice, as } });
    try {
      const opened = await openChannel(choice, as, {
        onMessage: (kind, title, payload) => {
          if (paused.current) return;
          count += 1;
          const message = { id: count, at: Date.now(), kind, title, text: textOf(payload) };
          update((previous) => ({
            ...previous,
            messages: [message, ...previous.messages].slice(0, maxMessages),
          }));
        },
        onPresence: (presence) => update((previous) => ({ ...previous, presence })),
        onJoined: () => update((previous) => ({ ...previous, status: "joined", reason: "" })),
        onRefused: (reason) => update((previous) => ({ ...previous, status: "refused", reason })),
        onLost: () => update((previous) => ({ ...previous, status: "lost", presence: {} })),
      });
      if (attempt.current === own) channel.current = opened;
      else opened.close();
    } catch (error) {
      update((previous) => ({ ...previous, status: "failed", reason: (error as Error).message }));
    }
  }, []);
  const clear = useCallback(() => setState((previous) => ({ ...previous, messages: [] })), []);
  return { state, channel, join, leave, clear };
}

const textOf = (payload: unknown) =>
  (typeof payload === "string" ? payload : (JSON.stringify(payload, null, 2) ?? "")).slice(
    0,
    maxTextCharacters,
  );
