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
  /** JSON, cut off after a few thousand characters. */
  readonly text: string;
}

export type ChannelStatus = "idle" | "joining" | "joined" | "lost" | "refused" | "failed";

export interface ChannelState {
  readonly status: ChannelStatus;
  /** The channel that was last joined, and the role that joined it. */
  readonly lastJoin: { readonly choice: ChannelChoice; readonly as: RunAs } | null;
  readonly reason: string;
  /** The clients that are present, by key. */
  readonly presence: Readonly<Record<string, readonly unknown[]>>;
  /** The newest first. */
  readonly messages: readonly ReceivedMessage[];
}

const maxMessages = 500;
const maxTextCharacters = 4_000;
const initialState: ChannelState = {
  status: "idle",
  lastJoin: null,
  reason: "",
  presence: {},
  messages: [],
};

/** Joins a channel, and keeps its latest messages. */
export function useChannel(isPaused: boolean) {
  const [state, setState] = useState(initialState);
  const channel = useRef<OpenChannel | null>(null);
  const attempt = useRef(0);
  const isPausedRef = useRef(isPaused);
  useEffect(() => {
    isPausedRef.current = isPaused;
  }, [isPaused]);
  const leave = useCallback(() => {
    attempt.current += 1;
    channel.current?.close();
    channel.current = null;
    setState(({ messages }) => ({ ...initialState, messages }));
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
    const thisAttempt = attempt.current;
    const update = (change: (previous: ChannelState) => ChannelState) => {
      if (attempt.current === thisAttempt) setState(change);
    };
    let count = 0;
    setState({ ...initialState, status: "joining", lastJoin: { choice, as } });
    try {
      const openedChannel = await openChannel(choice, as, {
        onMessage: (kind, title, payload) => {
          if (isPausedRef.current) return;
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
      if (attempt.current === thisAttempt) channel.current = openedChannel;
      else openedChannel.close();
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
