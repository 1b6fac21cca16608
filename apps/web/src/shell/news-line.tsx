import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useLocation } from "react-router";
import { useWords } from "../i18n/vocabulary.tsx";
import { CrossIcon } from "../icons/icons.tsx";

/** The outcome of the previous page, announced on this one. */
export interface News {
  readonly text: string;
  readonly close: () => void;
}

/** How long after it appeared it is announced, in milliseconds: the page's heading speaks first. */
const breath = 200;

/** Says what came of the page before, above everything else, until it is closed or the page left. */
export function NewsLine({ news }: { news: News | undefined }) {
  const words = useWords();
  const { pathname } = useLocation();
  const [said, setSaid] = useState("");
  const shownAt = useRef<string>(undefined);
  const text = news?.text ?? "";
  const close = useEffectEvent(() => news?.close());

  // A region that appears with its text is told by some screen readers and not by others.
  useEffect(() => {
    const timer = setTimeout(() => setSaid(text), breath);
    return () => clearTimeout(timer);
  }, [text]);

  useEffect(() => {
    // The way in leads through the start page, which shows nothing.
    if (!text || pathname === "/") return;
    shownAt.current ??= pathname;
    if (shownAt.current !== pathname) close();
  }, [text, pathname]);

  return (
    <>
      <div role="status" className="visually-hidden">
        {said}
      </div>
      {news && (
        <p className="message message-success news-line">
          <span aria-hidden="true">{text}</span>
          <button
            type="button"
            className="icon-button"
            aria-label={words.close}
            onClick={news.close}
          >
            <CrossIcon />
          </button>
        </p>
      )}
    </>
  );
}
