import { useWords } from "../i18n/vocabulary.tsx";

/** The first stop of the keyboard: past the header, to what the page is about. */
export function SkipLink() {
  const words = useWords();
  return (
    // biome-ignore lint/a11y/useValidAnchor: it does lead to a place, only not by way of the address
    <a
      className="skip-link"
      href="#content"
      onClick={(event) => {
        // The fragment belongs to the views of the form; moving the focus is all that is wanted.
        event.preventDefault();
        document.getElementById("content")?.focus();
      }}
    >
      {words.skipToContent}
    </a>
  );
}
