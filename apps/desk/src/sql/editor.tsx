import { autocompletion, closeBrackets, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { PostgreSQL, sql } from "@codemirror/lang-sql";
import { bracketMatching, HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { Compartment, EditorState } from "@codemirror/state";
import { EditorView, keymap, lineNumbers, placeholder } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { useEffect, useRef } from "react";

/** The columns of each table, keyed by `schema.table`, for completion. */
export type Names = Readonly<Record<string, readonly string[]>>;

export interface EditorHandle {
  /** Returns the selected text and its offset, or the whole text if nothing is selected. */
  current(): { readonly text: string; readonly start: number };
  replace(text: string): void;
  select(position: number): void;
}

const theme = EditorView.theme({
  "&": { height: "100%", fontSize: "0.875rem", backgroundColor: "var(--surface)" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.6" },
  ".cm-content": { caretColor: "var(--ink)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  ".cm-gutters": {
    backgroundColor: "var(--surface)",
    color: "var(--ink-quiet)",
    border: "0",
  },
  ".cm-placeholder": { color: "var(--ink-quiet)" },
  ".cm-tooltip": {
    backgroundColor: "var(--raised)",
    color: "var(--ink)",
    border: "1px solid var(--line-button)",
  },
  ".cm-tooltip-autocomplete > ul > li[aria-selected]": {
    backgroundColor: "var(--accent)",
    color: "var(--on-accent)",
  },
});

const colors = HighlightStyle.define([
  { tag: tags.keyword, color: "var(--accent-ink)", fontWeight: "600" },
  { tag: [tags.string, tags.special(tags.string)], color: "var(--warning-ink)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--warning-ink)" },
  { tag: tags.comment, color: "var(--ink-quiet)", fontStyle: "italic" },
  { tag: tags.typeName, color: "var(--ink-soft)" },
]);

/**
 * The SQL editor. It renders in a shadow root because CodeMirror uses adopted style sheets there; in the document it
 * would insert `<style>` elements, which the Content-Security-Policy forbids.
 */
export function Editor({
  initialText,
  names,
  handle,
  onRun,
  onChange,
}: {
  readonly initialText: string;
  readonly names: Names;
  readonly handle: React.RefObject<EditorHandle | null>;
  readonly onRun: () => void;
  readonly onChange: (text: string) => void;
}) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const language = useRef(new Compartment());
  const latest = useRef({ initialText, onRun, onChange });
  latest.current = { ...latest.current, onRun, onChange };

  useEffect(() => {
    if (!host.current) return;
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: "open" });
    const editor = new EditorView({
      root,
      parent: root,
      state: EditorState.create({
        doc: latest.current.initialText,
        extensions: [
          lineNumbers(),
          history(),
          bracketMatching(),
          closeBrackets(),
          autocompletion({ icons: false }),
          syntaxHighlighting(colors),
          theme,
          language.current.of(sql({ dialect: PostgreSQL })),
          placeholder("select * from …"),
          EditorView.lineWrapping,
          EditorView.contentAttributes.of({ "aria-label": "SQL", autocapitalize: "off" }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) latest.current.onChange(update.state.doc.toString());
          }),
          keymap.of([
            {
              key: "Mod-Enter",
              run: () => {
                latest.current.onRun();
                return true;
              },
            },
            ...completionKeymap,
            ...historyKeymap,
            // WCAG 2.1.2: Tab must leave the editor, so it is not bound to indentation.
            ...defaultKeymap,
          ]),
        ],
      }),
    });
    view.current = editor;
    handle.current = {
      current: () => {
        const { from, to, empty } = editor.state.selection.main;
        return empty
          ? { text: editor.state.doc.toString(), start: 0 }
          : { text: editor.state.sliceDoc(from, to), start: from };
      },
      replace: (text) => {
        editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: text } });
        editor.focus();
      },
      select: (position) => {
        const anchor = Math.max(0, Math.min(position, editor.state.doc.length));
        editor.dispatch({ selection: { anchor }, scrollIntoView: true });
        editor.focus();
      },
    };
    return () => editor.destroy();
  }, [handle]);

  useEffect(() => {
    view.current?.dispatch({
      effects: language.current.reconfigure(
        sql({ dialect: PostgreSQL, schema: names, defaultSchema: "public" }),
      ),
    });
  }, [names]);

  return <div ref={host} className="editor" />;
}
