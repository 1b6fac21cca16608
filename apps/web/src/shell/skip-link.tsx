import { useWords } from "../i18n/vocabulary.tsx";

/** Lets keyboard users skip the header. */
export function SkipLink() {
  const words = useWords();
  return (
    // biome-ignore lint/a11y/useValidAnchor: the link moves the focus instead of changing the address
    <a
      className="skip-link"
      href="#content"
      onClick={(event) => {
        // The fragment of the address selects the form's view.
        event.preventDefault();
        document.getElementById("content")?.focus();
      }}
    >
      {words.skipToContent}
    </a>
  );
}
