import { useTexts } from "../i18n/translations.tsx";
import { Mark } from "../icons/icons.tsx";
import { Notice } from "../shell/notice.tsx";
import { PageTitle } from "../shell/page-title.tsx";
import { Preferences } from "../shell/preferences.tsx";

/** The page that replaces the application when its configuration cannot be loaded. */
export function StartFailed({ reason, retry }: { reason: string; retry: () => void }) {
  const texts = useTexts();
  return (
    <div className="frame">
      <PageTitle>{texts.start.failedTitle}</PageTitle>
      <main className="lone">
        <Notice
          role="alert"
          picture={<Mark />}
          title={texts.start.failedTitle}
          text={texts.start.failed}
          detail={reason}
          action={{ label: texts.tryAgain, run: retry }}
        />
      </main>
      <footer className="footer">
        <Preferences />
      </footer>
    </div>
  );
}
