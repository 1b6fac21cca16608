import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import {
  deleteSnippet,
  getSnippets,
  readSnippet,
  renameSnippet,
  saveSnippet,
} from "../api/snippets.ts";
import { Dialog } from "../shell/dialog.tsx";
import { Failure } from "../shell/failure.tsx";

/** Opens, saves, renames and deletes the files of `supabase/snippets`. */
export function SnippetsDialog({
  text,
  onOpen,
  onClose,
}: {
  /** The text in the editor. */
  readonly text: string;
  readonly onOpen: (text: string) => void;
  readonly onClose: () => void;
}) {
  const client = useQueryClient();
  const list = useQuery({ queryKey: ["snippets"], queryFn: getSnippets });
  const [error, setError] = useState<Error | null>(null);
  const [nameToChange, setNameToChange] = useState<string | null>(null);
  const run = async (work: () => Promise<unknown>) => {
    setError(null);
    try {
      await work();
      await client.invalidateQueries({ queryKey: ["snippets"] });
    } catch (failure) {
      setError(failure as Error);
    }
  };
  const snippets = list.data?.snippets ?? [];
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get("name")).trim();
    void run(() => saveSnippet(name, text, snippets.includes(name)));
  };
  return (
    <Dialog title="Snippets" onClose={onClose}>
      {(close) => (
        <div className="form">
          {list.isError && <Failure error={list.error} />}
          {error && <Failure error={error} />}
          {list.data && (
            <form className="snippet-save" onSubmit={save}>
              <label htmlFor="snippet-name">Save the editor's text as</label>
              <input
                id="snippet-name"
                name="name"
                className="input"
                list="snippet-names"
                required
                maxLength={100}
                autoComplete="off"
                data-first-focus
              />
              <datalist id="snippet-names">
                {snippets.map((name) => (
                  <option key={name}>{name}</option>
                ))}
              </datalist>
              <button type="submit" className="button button-primary">
                Save
              </button>
            </form>
          )}
          <p className="quiet">
            Files of supabase/snippets. Saving under an existing name replaces that file.
          </p>
          {list.data && snippets.length === 0 && <p className="quiet">No snippets yet.</p>}
          <ul className="snippet-list">
            {snippets.map((name) => (
              <li key={name}>
                {nameToChange === name ? (
                  <RenameForm
                    name={name}
                    onRename={(newName) => {
                      setNameToChange(null);
                      if (newName !== name) void run(() => renameSnippet(name, newName));
                    }}
                  />
                ) : (
                  <>
                    <button
                      type="button"
                      className="choice"
                      onClick={() =>
                        void run(async () => {
                          const { text: snippet } = await readSnippet(name);
                          close();
                          onOpen(snippet);
                        })
                      }
                    >
                      <bdi className="choice-name">{name}</bdi>
                    </button>
                    <button
                      type="button"
                      className="button button-small"
                      aria-label={`Rename ${name}`}
                      onClick={() => setNameToChange(name)}
                    >
                      Rename
                    </button>
                    <button
                      type="button"
                      className="button button-small"
                      aria-label={`Delete ${name}`}
                      onClick={() => void run(() => deleteSnippet(name))}
                    >
                      Delete
                    </button>
                  </>
                )}
              </li>
            ))}
          </ul>
        </div>
      )}
    </Dialog>
  );
}

function RenameForm({
  name,
  onRename,
}: {
  readonly name: string;
  readonly onRename: (newName: string) => void;
}) {
  return (
    <form
      className="snippet-rename"
      onSubmit={(event: FormEvent<HTMLFormElement>) => {
        event.preventDefault();
        onRename(String(new FormData(event.currentTarget).get("to")).trim());
      }}
    >
      <input
        name="to"
        className="input"
        aria-label={`New name of ${name}`}
        defaultValue={name}
        required
        maxLength={100}
        ref={(element) => element?.focus()}
      />
      <button type="submit" className="button button-small">
        Rename
      </button>
    </form>
  );
}
