import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useLocation } from "react-router";
import { useTexts } from "../i18n/translations.tsx";
import { CrossIcon } from "../icons/icons.tsx";

/** A message about the previous page. */
export interface Flash {
  readonly text: string;
  readonly close: () => void;
}

/** The delay lets screen readers read the page's heading first. */
const announceDelayMs = 200;

/** Shows a message at the top of the page until it is closed or the user leaves the page. */
export function FlashMessage({ flash }: { flash: Flash | undefined }) {
  const texts = useTexts();
  const { pathname } = useLocation();
  const [announcement, setAnnouncement] = useState("");
  const displayedPath = useRef<string>(undefined);
  const text = flash?.text ?? "";
  const close = useEffectEvent(() => flash?.close());

  // Not all screen readers announce a region that appears with its text.
  useEffect(() => {
    const timer = setTimeout(() => setAnnouncement(text), announceDelayMs);
    return () => clearTimeout(timer);
  }, [text]);

  useEffect(() => {
    // The start page only redirects.
    if (!text || pathname === "/") return;
    displayedPath.current ??= pathname;
    if (displayedPath.current !== pathname) close();
  }, [text, pathname]);

  return (
    <>
      <div role="status" className="visually-hidden">
        {announcement}
      </div>
      {flash && (
        <p className="message message-success flash-message">
          <span aria-hidden="true">{text}</span>
          <button
            type="button"
            className="icon-button"
            aria-label={texts.close}
            onClick={flash.close}
          >
            <CrossIcon />
          </button>
        </p>
      )}
    </>
  );
}
