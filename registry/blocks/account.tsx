"use client";

import type { Provider } from "@portico/react";
import {
  AccountProvider,
  type DeleteAccountOptions,
  type FactorKind,
  type SessionFunctions,
} from "@portico/react/account";
import type { ReactNode } from "react";
import { Email, PhoneNumber } from "@/components/portico/account/contact";
import { Applications, Devices, RecoveryCodes } from "@/components/portico/account/devices";
import { Profile } from "@/components/portico/account/profile";
import { Password, SecondFactors } from "@/components/portico/account/security";
import { DeleteAccount, Identities, Passkeys, SignOut } from "@/components/portico/account/ways";
import { usePortico } from "@/components/portico/provider";

interface AccountProps {
  /** The second factors that the project has enabled. Default: an authenticator app. */
  factors?: readonly FactorKind[];
  /** The social providers that can be linked. Default: none. */
  providers?: readonly Provider[];
  /** Whether the project sends text messages. Default: false. */
  phone?: boolean;
  /** Uploads a picture and returns its URL. */
  upload?: (file: File) => Promise<string>;
  /** Lists and ends sessions with your own database functions. Default: the section is hidden. */
  sessions?: SessionFunctions;
  /** Deletes the account with your own database function. Default: the section is hidden. */
  remove?: DeleteAccountOptions["remove"];
  /** The sections to render, in your order. Default: all sections. */
  children?: ReactNode;
}

/** Renders the account page of the signed-in user. */
export function Account(props: AccountProps) {
  const { factors, providers, phone, upload, sessions, remove, children } = props;
  return (
    <AccountProvider {...usePortico()}>
      <div className="mx-auto flex w-full max-w-2xl flex-col gap-6">
        {children ?? (
          <>
            <Profile upload={upload} />
            <Email />
            {phone && <PhoneNumber />}
            <Password />
            <SecondFactors kinds={factors} />
            <RecoveryCodes />
            <Passkeys />
            <Identities providers={providers} />
            <Applications />
            {sessions && <Devices functions={sessions} />}
            <SignOut />
            {remove && <DeleteAccount remove={remove} />}
          </>
        )}
      </div>
    </AccountProvider>
  );
}
