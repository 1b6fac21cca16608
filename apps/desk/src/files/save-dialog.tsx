import { type FormEvent, useState } from "react";
import { saveFile } from "../api/files.ts";
import { Dialog } from "../shell/dialog.tsx";
import { Failure } from "../shell/failure.tsx";
import { useToasts } from "../shell/toasts.tsx";

const kinds = {
  tests: {
    title: "Save as a test",
    path: (name: string) => `supabase/tests/${name}.test.sql`,
    hint: "Run it with portico test db.",
  },
  migrations: {
    title: "Save as a migration",
    path: (name: string) => `supabase/migrations/<time>_${name}.sql`,
    hint: "portico dev applies it right away; portico start applies it on its next start.",
  },
} as const;

/** Shows a file for review before it is written into the project's folder. */
export function SaveDialog({
  kind,
  name: initialName,
  text: initialText,
  onClose,
}: {
  readonly kind: keyof typeof kinds;
  readonly name: string;
  readonly text: string;
  readonly onClose: () => void;
}) {
  const toasts = useToasts();
  const [name, setName] = useState(initialName);
  const [text, setText] = useState(initialText);
  const [error, setError] = useState<Error | null>(null);
  const { title, path, hint } = kinds[kind];
  return (
    <Dialog title={title} onClose={onClose}>
      {(close) => {
        const submit = async (event: FormEvent) => {
          event.preventDefault();
          try {
            const saved = await saveFile(kind, name, text);
            toasts.show(`Saved ${saved.path}.`);
            close();
          } catch (failure) {
            setError(failure as Error);
          }
        };
        return (
          <form className="form" onSubmit={(event) => void submit(event)}>
            <label htmlFor="file-name">Name</label>
            <input
              id="file-name"
              className="input input-code"
              data-first-focus
              required
              maxLength={100}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
            <p className="quiet file-path">{path(name)}</p>
            <label htmlFor="file-text">Content</label>
            <textarea
              id="file-text"
              className="input input-code"
              rows={14}
              spellCheck={false}
              required
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
            <p className="quiet">{hint}</p>
            {error && <Failure error={error} />}
            <button type="submit" className="button button-primary">
              Save
            </button>
          </form>
        );
      }}
    </Dialog>
  );
}
