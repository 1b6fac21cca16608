import { Icon } from "./icons.tsx";
import { useToasts } from "./toasts.tsx";

/** A button that copies a text to the clipboard. */
export function CopyText({ text, name }: { readonly text: string; readonly name: string }) {
  const toasts = useToasts();
  const copy = () =>
    navigator.clipboard.writeText(text).then(() => toasts.show(`Copied the ${name}.`), toasts.fail);
  return (
    <button
      type="button"
      className="icon-button copy-text"
      aria-label={`Copy the ${name}`}
      title={`Copy the ${name}`}
      onClick={() => void copy()}
    >
      <Icon name="copy" />
    </button>
  );
}
