import "@portico/react/user-button.css";
import { UserButton } from "@portico/react/user-button";
import { type ReactNode, Suspense, use, useMemo } from "react";
import { Link, NavLink, useNavigate } from "react-router";
import { useBackend } from "../data/backend.tsx";
import { pictureOf } from "../data/picture.ts";
import { useTexts, useTranslations } from "../i18n/translations.tsx";
import { Mark } from "../icons/icons.tsx";
import { clearLocalData } from "../notes/clear-local-data.ts";
import { type Flash, FlashMessage } from "../shell/flash-message.tsx";
import { Footer } from "../shell/footer.tsx";
import { OfflineBanner } from "../shell/offline.tsx";
import { useScheme } from "../shell/scheme.ts";
import { useSignedInUser } from "../shell/signed-in-user.tsx";
import { SkipLink } from "../shell/skip-link.tsx";

/** The layout of every signed-in page: header with navigation, content and footer. */
export function Layout({ flash, children }: { flash?: Flash | undefined; children: ReactNode }) {
  return (
    <div className="frame">
      <SkipLink />
      <Header />
      <OfflineBanner />
      <main id="content" className="page" tabIndex={-1}>
        <FlashMessage flash={flash} />
        {children}
      </main>
      <Footer />
    </div>
  );
}

function Header() {
  const texts = useTexts();
  return (
    <header className="header">
      <div className="header-inside">
        <Link to="/notes" className="brand">
          <Mark />
          <span>Portico</span>
        </Link>
        <nav aria-label={texts.nav.label}>
          <NavLink to="/notes">{texts.nav.notes}</NavLink>
          <NavLink to="/account">{texts.nav.account}</NavLink>
        </nav>
        <div className="header-user">
          <Suspense>
            <UserMenu />
          </Suspense>
        </div>
      </div>
    </header>
  );
}

/** The kit's user button. Each tab has one account, so it does not switch between several. */
function UserMenu() {
  const { forms, language } = useTranslations();
  const userButton = use(language.userButton());
  const backend = useBackend();
  const user = useSignedInUser();
  const navigate = useNavigate();
  const { choice, choose, dark } = useScheme();
  const localization = useMemo(
    () => ({
      ...(forms && { variables: forms }),
      lang: language.code,
      ...(userButton && { user_button: userButton }),
    }),
    [forms, language, userButton],
  );
  return (
    <UserButton
      supabaseClient={backend}
      accountHref="/account"
      navigate={(href) => void navigate(href)}
      colorScheme={{ value: choice, onChange: choose }}
      picture={pictureOf(user, backend.configuration)}
      onSignedOut={() => clearLocalData(user)}
      localization={localization}
      dark={dark}
    />
  );
}
