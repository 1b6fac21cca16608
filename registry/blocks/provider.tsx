"use client";

import {
  type FormOptions,
  UserContextProvider,
  type UserContextProviderProps,
} from "@portico/react";
import type { AccountLocalization } from "@portico/react/account";
import type { ConsentLocalization } from "@portico/react/consent";
import type { PluginLocalization } from "@portico/react/plugins";
import type { GateLocalization } from "@portico/react/protected";
import type { UserButtonLocalization } from "@portico/react/user-button";
import type { SupabaseClient } from "@supabase/supabase-js";
import { createContext, type ReactNode, useContext } from "react";

/** The options that all blocks share. */
export interface PorticoOptions extends Pick<FormOptions, "captchaToken" | "redirectTo"> {
  supabaseClient: SupabaseClient;
  /** The texts: a locale from `@portico/react/locales/…`, merged with the other parts' locales. */
  localization?: AccountLocalization &
    ConsentLocalization &
    GateLocalization &
    PluginLocalization &
    UserButtonLocalization;
}

const PorticoContext = createContext<PorticoOptions | undefined>(undefined);

export interface PorticoProviderProps
  extends PorticoOptions,
    Pick<UserContextProviderProps, "initialSession"> {
  children?: ReactNode;
}

/** Wraps the application and provides the client and the language to every block. */
export function PorticoProvider({ children, initialSession, ...options }: PorticoProviderProps) {
  return (
    <PorticoContext.Provider value={options}>
      <UserContextProvider supabaseClient={options.supabaseClient} initialSession={initialSession}>
        {children}
      </UserContextProvider>
    </PorticoContext.Provider>
  );
}

/** Returns the options of the nearest provider. */
export function usePortico(): PorticoOptions {
  const options = useContext(PorticoContext);
  if (!options) throw new Error("usePortico must be used within a PorticoProvider.");
  return options;
}
