import { useTexts } from "../i18n/translations.tsx";

/** Lets keyboard users skip the header. */
export function SkipLink() {
  const texts = useTexts();
  return (
    // biome-ignore lint/a11y/useValidAnchor: the link moves the focus instead of changing the address
    <a
      className="skip-link"
      href="#content"
      onClick={(event) => {
        // Do not follow the link, because the URL's fragment selects the form's view.
        event.preventDefault();
        document.getElementById("content")?.focus();
      }}
    >
      {texts.skipToContent}
    </a>
  );
}
