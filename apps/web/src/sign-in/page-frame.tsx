import type { ReactNode } from "react";
import { useTexts } from "../i18n/translations.tsx";
import { Mark } from "../icons/icons.tsx";
import { Footer } from "../shell/footer.tsx";
import { OfflineBanner } from "../shell/offline.tsx";
import { PageTitle } from "../shell/page-title.tsx";

/** The layout of a page with the sign-in card. */
export function SignInFrame(props: {
  title: string;
  /** Shows the offline banner. The form has its own. */
  offline?: boolean;
  children: ReactNode;
}) {
  const { title, offline = true, children } = props;
  const texts = useTexts();
  return (
    <div className="frame sign-in">
      <PageTitle>{title}</PageTitle>
      {offline && <OfflineBanner />}
      <main id="content" className="sign-in-main">
        <div className="sign-in-card">
          <div className="sign-in-brand">
            <Mark />
            <h1>Portico</h1>
            <p>{texts.signIn.tagline}</p>
          </div>
          {children}
        </div>
      </main>
      <Footer />
    </div>
  );
}
