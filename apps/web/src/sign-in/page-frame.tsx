import type { ReactNode } from "react";
import { useWords } from "../i18n/vocabulary.tsx";
import { Mark } from "../icons/icons.tsx";
import { Footer } from "../shell/footer.tsx";
import { OfflineBanner } from "../shell/offline.tsx";
import { PageTitle } from "../shell/page-title.tsx";

/** The page around the sign-in card. */
export function SignInFrame(props: {
  title: string;
  /** Says when the connection is lost; the form says it itself. */
  offline?: boolean;
  children: ReactNode;
}) {
  const { title, offline = true, children } = props;
  const words = useWords();
  return (
    <div className="frame door">
      <PageTitle>{title}</PageTitle>
      {offline && <OfflineBanner />}
      <main id="content" className="door-main">
        <div className="door-place">
          <div className="door-brand">
            <Mark />
            <h1>Portico</h1>
            <p>{words.door.tagline}</p>
          </div>
          {children}
        </div>
      </main>
      <Footer />
    </div>
  );
}
