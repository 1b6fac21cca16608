/** The button with the signed-in user, and its menu. */
export {
  type AccountStore,
  type AccountStoreClient,
  type AccountStoreOptions,
  createAccountStore,
  type KeptAccount,
} from "./account-store.ts";
export { en, type UserButtonLocale, type UserButtonWords } from "./en.ts";
export {
  type UserButtonClient,
  type UserButtonLocalization,
  type UserMenu,
  type UserMenuOptions,
  useUserMenu,
} from "./use-user-menu.ts";
export {
  type ColorScheme,
  type ColorSchemeChoice,
  UserButton,
  type UserButtonProps,
  type UserMenuItem,
} from "./user-button.tsx";
