import { useTexts } from "../i18n/translations.tsx";
import { Mark } from "../icons/icons.tsx";

/** The layout of a signed-in page, shown until the stored session is checked. */
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

/** The page that is shown until the server has checked the session of a link. */
export function SigningIn() {
  const texts = useTexts();
  return (
    <main className="lone arriving" aria-busy="true">
      <p role="status">
        <Mark />
        {texts.signIn.arriving}
      </p>
    </main>
  );
}

/** A placeholder for a page with a list. */
export function PageSkeleton() {
  const texts = useTexts();
  return (
    <>
      <h1 className="visually-hidden">{texts.loading}</h1>
      <div className="skeleton" aria-hidden="true">
        <span className="bone bone-title" />
        <span className="bone bone-line" />
        <SkeletonRows rows={4} />
      </div>
    </>
  );
}

/** Placeholders for the rows of a list. */
export function SkeletonRows({ rows }: { rows: number }) {
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
