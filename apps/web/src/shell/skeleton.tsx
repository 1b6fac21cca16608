import { useWords } from "../i18n/vocabulary.tsx";
import { Mark } from "../icons/icons.tsx";

/** Shown to a visitor who was signed in before, until the session is checked. */
export function FrameSkeleton() {
  return (
    <div className="frame" aria-busy="true">
      <header className="header">
        <div className="header-inside">
          <span className="brand">
            <Mark />
            <span>Portico</span>
          </span>
        </div>
      </header>
      <main className="page">
        <PageSkeleton />
      </main>
    </div>
  );
}

/** Shown to a visitor whose link brings a session, until the server has checked it. */
export function Arriving() {
  const words = useWords();
  return (
    <main className="lone arriving" aria-busy="true">
      <p role="status">
        <Mark />
        {words.door.arriving}
      </p>
    </main>
  );
}

/** A page of which nothing is known yet but that it will be a list. */
export function PageSkeleton() {
  const words = useWords();
  return (
    <>
      <h1 className="visually-hidden">{words.loading}</h1>
      <div className="skeleton" aria-hidden="true">
        <span className="bone bone-title" />
        <span className="bone bone-line" />
        <Bones rows={4} />
      </div>
    </>
  );
}

/** As many empty rows. */
export function Bones({ rows }: { rows: number }) {
  return (
    <span className="bones">
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike and never move
        <span key={row} className="bone-row">
          <span className="bone bone-heading" />
          <span className="bone bone-line" />
        </span>
      ))}
    </span>
  );
}
