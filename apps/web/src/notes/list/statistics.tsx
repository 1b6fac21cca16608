import { useFormat } from "../../i18n/format.ts";
import { useTexts } from "../../i18n/translations.tsx";
import { useNoteStatistics } from "../queries/use-notes.ts";

/** Statistics of the user's notes. Empty while they load or if that fails. */
export function Statistics() {
  const { label, ...texts } = useTexts().notes.statistics;
  const format = useFormat();
  const { data } = useNoteStatistics();
  return (
    <section className="statistics" aria-label={label}>
      {data && data.total > 0 && (
        <dl>
          <Figure value={format.number(data.total)} name={texts.total(data.total)} />
          {data.pinned > 0 && <Figure value={format.number(data.pinned)} name={texts.pinned} />}
          <Figure value={format.number(data.this_week)} name={texts.thisWeek} />
          <Figure value={format.number(data.words)} name={texts.words(data.words)} />
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
