import "./account.css";
import "@portico/react/account.css";
import {
  Account,
  ApplicationsSection,
  DeleteAccountSection,
  EmailSection,
  FactorsSection,
  IdentitiesSection,
  PasskeysSection,
  PasswordSection,
  PhoneSection,
  ProfileSection,
  RecoveryCodesSection,
  SessionsSection,
  SignOutSection,
  sessionFunctions,
} from "@portico/react/account";
import type { Provider } from "@supabase/auth-js";
import { use, useMemo } from "react";
import { Link } from "react-router";
import { providerScopes } from "../auth/providers.ts";
import { useBackend } from "../data/backend.tsx";
import { useData } from "../data/data-client.tsx";
import { useHasFiles } from "../data/files.ts";
import { loadFileTexts } from "../i18n/files/file-texts.ts";
import { useTranslations } from "../i18n/translations.tsx";
import { BackIcon } from "../icons/signed-in.tsx";
import { clearLocalData } from "../notes/clear-local-data.ts";
import { removeDrafts } from "../notes/drafts/drafts.ts";
import { PageHeading } from "../shell/page-heading.tsx";
import { PageTitle } from "../shell/page-title.tsx";
import { useScheme } from "../shell/scheme.ts";
import { useSignedInUser } from "../shell/signed-in-user.tsx";
import { AccountFacts } from "./account-facts.tsx";
import { GuestCard } from "./guest-card.tsx";
import { PictureEditor } from "./picture/picture-editor.tsx";
import { useAccountDeletion } from "./use-account-deletion.ts";

/** The account page: profile, sign-in methods, sessions and deletion. */
export function AccountPage({ providers }: { providers: readonly Provider[] }) {
  const { texts, forms, language } = useTranslations();
  // Loads in parallel with the texts of the account.
  void loadFileTexts(language.code);
  const account = use(language.account());
  const backend = useBackend();
  const data = useData();
  const sessions = useMemo(() => sessionFunctions(data), [data]);
  const hasFiles = useHasFiles();
  const { dark } = useScheme();
  const remove = useAccountDeletion();
  const user = useSignedInUser();
  const localization = useMemo(
    () => ({
      ...(forms && { variables: forms }),
      lang: language.code,
      ...(account && { account }),
    }),
    [forms, language, account],
  );
  const redirectTo = `${location.origin}/account`;
  const { inbox } = backend.configuration;
  const mailbox = { name: texts.signIn.theInbox, href: inbox ?? "" };
  return (
    <div className="account">
      <PageTitle>{texts.account.title}</PageTitle>
      <Link className="back-link" to="/notes">
        <BackIcon />
        {texts.account.back}
      </Link>
      <PageHeading>{texts.account.title}</PageHeading>
      <GuestCard providers={providers} />
      <Account supabaseClient={backend} localization={localization} dark={dark}>
        <ProfileSection {...(hasFiles !== false && { picture: <PictureEditor /> })} />
        <EmailSection redirectTo={redirectTo} {...(inbox && { mailbox: () => mailbox })} />
        <PhoneSection />
        <PasswordSection />
        <FactorsSection kinds={["totp", "webauthn", "phone"]} />
        <RecoveryCodesSection />
        <PasskeysSection />
        <IdentitiesSection
          providers={providers}
          providerScopes={providerScopes}
          redirectTo={redirectTo}
        />
        <ApplicationsSection />
        <SessionsSection functions={sessions} onSignedOut={() => clearLocalData(user)} />
        <AccountFacts />
        <SignOutSection onSignedOut={() => clearLocalData(user)} />
        <DeleteAccountSection
          remove={remove}
          onDeleted={() => {
            clearLocalData(user);
            removeDrafts(user.id);
          }}
        />
      </Account>
    </div>
  );
}
