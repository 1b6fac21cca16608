import { useWords } from "../i18n/vocabulary.tsx";
import { Mark } from "../icons/icons.tsx";
import { Notice } from "../shell/notice.tsx";
import { PageTitle } from "../shell/page-title.tsx";
import { Preferences } from "../shell/preferences.tsx";

/** Shown instead of the application when its configuration cannot be loaded. */
export function StartFailed({ reason, retry }: { reason: string; retry: () => void }) {
  const words = useWords();
  return (
    <div className="frame">
      <PageTitle>{words.start.failedTitle}</PageTitle>
      <main className="lone">
        <Notice
          role="alert"
          picture={<Mark />}
          title={words.start.failedTitle}
          text={words.start.failed}
          detail={reason}
          action={{ label: words.tryAgain, run: retry }}
        />
      </main>
      <footer className="footer">
        <Preferences />
      </footer>
    </div>
  );
}
