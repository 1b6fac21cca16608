import type { OrganizationLocale } from "../en.ts";

/** Polish, informal (ty), with no word that depends on the reader's gender. */
const pl: OrganizationLocale = {
  lang: "pl",
  dir: "ltr",
  organizations: {
    switcher: {
      button_label: "Organizacja: {{name}}",
      heading: "Organizacje",
      personal: "Konto osobiste",
      none: "Brak organizacji",
      create: "Utwórz organizację",
      name_label: "Nazwa organizacji",
      create_button: "Utwórz",
      cancel: "Anuluj",
    },
    roles: {
      owner: "Właściciel",
      admin: "Administrator",
      member: "Członek",
    },
    members: {
      heading: "Członkowie",
      text: "Osoby, które pracują w {{organization}}.",
      you: "Ty",
      role_of: "Rola: {{name}}",
      role_changed: "Zmieniono rolę: {{name}}.",
      remove: "Usuń",
      remove_question: "Usunąć {{name}} z {{organization}}?",
      removed: "Usunięto: {{name}}.",
      leave: "Opuść",
      leave_question: "Opuścić {{organization}}? Powrót będzie możliwy tylko z nowym zaproszeniem.",
      email_label: "Adres e-mail",
      role_label: "Rola",
      invite: "Zaproś",
      invited: "Zaproszono {{email}}. Zaproszenie pojawi się po zalogowaniu się tym adresem.",
      open_until: "Zaproszenie ważne do {{date}}",
      revoke: "Wycofaj",
      revoked: "Wycofano zaproszenie dla {{email}}.",
      remove_organization: "Usuń organizację",
      remove_organization_question:
        "Usunąć {{organization}} wraz z całą zawartością dla wszystkich członków?",
    },
    invitations: {
      heading: "Zaproszenia",
      invited_by: "Zaproszenie od {{email}}",
      accept: "Przyjmij",
      decline: "Odrzuć",
      accepted: "Należysz teraz do {{organization}}.",
      declined: "Odrzucono zaproszenie do {{organization}}.",
    },
    errors: {
      org_already_member: "Ta osoba już należy do organizacji.",
      org_email: "Podaj prawidłowy adres e-mail.",
      org_full: "Organizacja osiągnęła limit członków i otwartych zaproszeń.",
      org_invitation_over: "To zaproszenie jest już nieważne.",
      org_invitation_rate: "Wysłano wiele zaproszeń. Spróbuj ponownie za godzinę.",
      org_last_owner:
        "Organizacja musi mieć właściciela. Najpierw uczyń właścicielem innego członka.",
      org_limit: "Osiągnięto limit organizacji.",
      org_name: "Podaj nazwę o długości do 80 znaków.",
      org_no_such_member: "Ta osoba już nie należy do organizacji.",
      org_not_member: "Nie należysz już do tej organizacji.",
      org_role: "Twoja rola na to nie pozwala.",
      org_session: "Potwierdź drugi składnik, aby korzystać z organizacji.",
    },
  },
};

export default pl;
