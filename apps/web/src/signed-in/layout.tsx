import { type ReactNode, useState } from "react";
import { Link, NavLink } from "react-router";
import { useTexts } from "../i18n/translations.tsx";
import { Mark } from "../icons/icons.tsx";
import { SignOutIcon } from "../icons/signed-in.tsx";
import { Avatar } from "../shell/avatar.tsx";
import { type Flash, FlashMessage } from "../shell/flash-message.tsx";
import { Footer } from "../shell/footer.tsx";
import { OfflineBanner } from "../shell/offline.tsx";
import { usePerson } from "../shell/person.tsx";
import { SkipLink } from "../shell/skip-link.tsx";
import { useSignOut } from "./sign-out.ts";

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
  const person = usePerson();
  return (
    <header className="header">
      <div className="header-inside">
        <Link to="/notes" className="brand">
          <Mark />
          <span>Portico</span>
        </Link>
        <nav aria-label={texts.nav.label}>
          <NavLink to="/notes">{texts.nav.notes}</NavLink>
          <NavLink to="/account">
            <Avatar user={person} />
            {texts.nav.account}
          </NavLink>
        </nav>
        <SignOutButton />
      </div>
    </header>
  );
}

function SignOutButton() {
  const texts = useTexts();
  const signOut = useSignOut();
  const [isBusy, setBusy] = useState(false);
  return (
    <button
      type="button"
      className="button button-quiet header-sign-out"
      aria-disabled={isBusy}
      onClick={() => {
        if (isBusy) return;
        setBusy(true);
        void signOut("local").finally(() => setBusy(false));
      }}
    >
      <SignOutIcon />
      <span>{texts.nav.signOut}</span>
    </button>
  );
}
