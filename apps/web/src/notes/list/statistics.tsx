import { useFormat } from "../../i18n/format.ts";
import { useWords } from "../../i18n/vocabulary.tsx";
import { useNoteStatistics } from "../queries/use-notes.ts";

/** Statistics of the user's notes. Empty while they load or if that fails. */
export function Statistics() {
  const { label, ...words } = useWords().notes.statistics;
  const format = useFormat();
  const { data } = useNoteStatistics();
  return (
    <section className="statistics" aria-label={label}>
      {data && data.total > 0 && (
        <dl>
          <Figure value={format.number(data.total)} name={words.total(data.total)} />
          {data.pinned > 0 && <Figure value={format.number(data.pinned)} name={words.pinned} />}
          <Figure value={format.number(data.this_week)} name={words.thisWeek} />
          <Figure value={format.number(data.words)} name={words.words(data.words)} />
        </dl>
      )}
    </section>
  );
}

function Figure({ value, name }: { value: string; name: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
