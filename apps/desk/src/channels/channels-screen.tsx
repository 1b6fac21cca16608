import { useEffect, useState } from "react";
import { Link } from "react-router";
import { RoleSwitch } from "../run-as/role-switch.tsx";
import { ownerRole, useRunAs } from "../run-as/run-as.tsx";
import { JoinForm } from "./join-form.tsx";
import { MessageList } from "./message-list.tsx";
import { PresenceSection } from "./presence-section.tsx";
import { SendForm } from "./send-form.tsx";
import { type ChannelState, useChannel } from "./use-channel.ts";

/** Joins a channel of the realtime wire as any role or user, and shows what happens on it. */
export default function ChannelsScreen() {
  const { runAs } = useRunAs();
  const [isPaused, setPaused] = useState(false);
  const { state, channel, join, leave, clear } = useChannel(isPaused);
  useEffect(() => {
    document.title = "Channels – Desk";
  }, []);
  // No client can use the role that owns the tables, so use `anon` instead.
  const as = runAs.role === ownerRole ? { role: "anon" } : runAs;
  const isOpen = state.status === "joined" || state.status === "lost";
  return (
    <main id="main" className="split-main" tabIndex={-1}>
      <header className="table-head">
        <h1>Channels</h1>
        <span className="toolbar-gap" />
        <RoleSwitch />
      </header>
      <div className="page-scroll report">
        <JoinForm
          isJoined={isOpen || state.status === "joining"}
          onJoin={(choice) => void join(choice, as)}
          onLeave={leave}
        />
        {runAs.role === ownerRole && (
          <p className="quiet">No client has the role postgres, so channels are joined as anon.</p>
        )}
        <Status state={state} />
        {isOpen && (
          <>
            <SendForm channel={channel} />
            <PresenceSection channel={channel} presence={state.presence} />
          </>
        )}
        {(isOpen || state.messages.length > 0) && (
          <MessageList
            messages={state.messages}
            isPaused={isPaused}
            onPause={() => setPaused(!isPaused)}
            onClear={clear}
          />
        )}
      </div>
    </main>
  );
}

function Status({ state: { status, lastJoin, reason } }: { readonly state: ChannelState }) {
  const { choice, as } = lastJoin ?? {};
  const table = choice?.changes?.table;
  return (
    <div role="status" className="channel-status">
      {status === "joining" && <p className="quiet">Joining …</p>}
      {status === "joined" && (
        <p className="message message-success">
          Joined <bdi>{choice?.topic}</bdi> as {as?.user ? "the chosen user" : as?.role}.
        </p>
      )}
      {status === "lost" && (
        <p className="message message-warning">
          The connection is lost. The channel is joined again when the server answers.
        </p>
      )}
      {(status === "refused" || status === "failed") && (
        <div className="message message-danger failure" role="alert">
          <p className="failure-message">The server has refused the join: {reason}</p>
          <p className="button-row">
            {status === "refused" && choice?.isPrivate && (
              <Link className="button" to={whyPath("SUBSCRIBE", choice.topic)}>
                Why?
              </Link>
            )}
            {status === "refused" && table && (
              <Link className="button" to={whyPath("CHANGES", table)}>
                Why no changes of {table}?
              </Link>
            )}
          </p>
        </div>
      )}
      {status === "joined" && table && (
        <p className="quiet">
          Policies decide which changes arrive.{" "}
          <Link to={whyPath("CHANGES", table)}>
            Why does a change of <bdi>{table}</bdi> not arrive?
          </Link>
        </p>
      )}
    </div>
  );
}

const whyPath = (method: string, path: string) => `/why?${new URLSearchParams({ method, path })}`;
