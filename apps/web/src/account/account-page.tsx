import "./account.css";
import "@portico/react/account.css";
import {
  Account,
  DeleteAccountSection,
  EmailSection,
  FactorsSection,
  IdentitiesSection,
  PasskeysSection,
  PasswordSection,
  PhoneSection,
  ProfileSection,
  RecoveryCodesSection,
  SignOutSection,
} from "@portico/react/account";
import type { Provider } from "@supabase/auth-js";
import { use, useMemo } from "react";
import { Link } from "react-router";
import { providerScopes } from "../auth/providers.ts";
import { useBackend } from "../data/backend.tsx";
import { useHasFiles } from "../data/files.ts";
import { fileWordsOf } from "../i18n/files/file-words.ts";
import { useVocabulary } from "../i18n/vocabulary.tsx";
import { BackIcon } from "../icons/signed-in.tsx";
import { clearLocalData } from "../notes/clear-local-data.ts";
import { forgetDrafts } from "../notes/drafts/drafts.ts";
import { PageHeading } from "../shell/page-heading.tsx";
import { PageTitle } from "../shell/page-title.tsx";
import { usePerson } from "../shell/person.tsx";
import { useScheme } from "../shell/scheme.ts";
import { AccountFacts } from "./account-facts.tsx";
import { Applications } from "./applications.tsx";
import { GuestCard } from "./guest-card.tsx";
import { PicturePart } from "./picture/picture-part.tsx";
import { useAccountDeletion } from "./use-account-deletion.ts";

/** The account page: profile, sign-in methods, sessions and deletion. */
export function AccountPage({ providers }: { providers: readonly Provider[] }) {
  const { words, forms, language } = useVocabulary();
  // Loads in parallel with the texts of the account.
  void fileWordsOf(language.code);
  const account = use(language.account());
  const backend = useBackend();
  const hasFiles = useHasFiles();
  const { dark } = useScheme();
  const remove = useAccountDeletion();
  const person = usePerson();
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
  const mailbox = { name: words.signIn.theInbox, href: inbox ?? "" };
  return (
    <div className="account">
      <PageTitle>{words.account.title}</PageTitle>
      <Link className="back-link" to="/notes">
        <BackIcon />
        {words.account.back}
      </Link>
      <PageHeading>{words.account.title}</PageHeading>
      <GuestCard providers={providers} />
      <Account supabaseClient={backend} localization={localization} dark={dark}>
        <ProfileSection {...(hasFiles !== false && { picture: <PicturePart /> })} />
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
        <Applications />
        <AccountFacts />
        <SignOutSection onSignedOut={() => clearLocalData(person)} />
        <DeleteAccountSection
          remove={remove}
          onDeleted={() => {
            clearLocalData(person);
            forgetDrafts(person.id);
          }}
        />
      </Account>
    </div>
  );
}
