/** The English texts of the user button. Their type is the shape of every locale. */
export const en = {
  menu: {
    /** The button's accessible name. `{{name}}` is the user's name or address. */
    button_label: "Account menu: {{name}}",
    guest: "Guest",
    account: "Manage account",
    color_scheme: "Color scheme",
    system: "System",
    light: "Light",
    dark: "Dark",
    switch_account: "Switch account",
    add_account: "Add another account",
    sign_out: "Sign out",
    sign_out_all: "Sign out of all accounts",
  },
  /** Texts for the kit's own error codes. The server's messages are shown unchanged. */
  errors: {
    account_session_ended: "You've been signed out of that account. Add it again to use it.",
  },
};

type Texts = typeof en;

/** A complete set of texts for the user button. */
export type UserButtonWords = {
  readonly [Section in keyof Texts]: { readonly [Key in keyof Texts[Section]]: string };
};

/** The default export of a locale module for the user button. Merge it with a locale for the forms. */
export interface UserButtonLocale {
  /** BCP 47 tag. */
  readonly lang: string;
  readonly dir: "ltr" | "rtl";
  readonly user_button: UserButtonWords;
}
