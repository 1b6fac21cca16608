import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { viewMessage } from "../api/mail.ts";
import { Failure } from "../shell/failure.tsx";

/** Shows the HTML of a message in a frame that runs no scripts. The frame loads remote pictures only on request. */
export function MessageFrame({
  id,
  title,
  html,
}: {
  readonly id: string;
  readonly title: string;
  readonly html: string;
}) {
  const [loadsPictures, setLoadsPictures] = useState(false);
  const view = useQuery({
    queryKey: ["message-view", id, loadsPictures],
    queryFn: () => viewMessage(id, loadsPictures),
    staleTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const hasRemoteContent = /(?:src|background|url)\s*[=(]\s*["']?\s*(?:https?:)?\/\//i.test(html);
  return (
    <>
      {hasRemoteContent && !loadsPictures && (
        <p className="message message-warning with-button">
          Remote pictures are not loaded.
          <button
            type="button"
            className="button button-small"
            onClick={() => setLoadsPictures(true)}
          >
            Load pictures
          </button>
        </p>
      )}
      {view.isPending && <p className="quiet">Loading …</p>}
      {view.isError && <Failure error={view.error} onRetry={() => void view.refetch()} />}
      {view.data && (
        <iframe
          key={view.data.url}
          className="message-frame"
          title={`Email: ${title}`}
          src={view.data.url}
          sandbox="allow-popups allow-popups-to-escape-sandbox"
          referrerPolicy="no-referrer"
        />
      )}
    </>
  );
}
