import type { OrganizationLocale } from "../en.ts";

/** German, formal (Sie). */
const deFormal: OrganizationLocale = {
  lang: "de",
  dir: "ltr",
  organizations: {
    switcher: {
      button_label: "Organisation: {{name}}",
      heading: "Organisationen",
      personal: "Persönliches Konto",
      none: "Keine Organisation",
      create: "Organisation erstellen",
      name_label: "Name der Organisation",
      create_button: "Erstellen",
      cancel: "Abbrechen",
    },
    roles: {
      owner: "Inhaber",
      admin: "Administrator",
      member: "Mitglied",
    },
    members: {
      heading: "Mitglieder",
      text: "Die Personen, die in {{organization}} arbeiten.",
      you: "Sie",
      role_of: "Rolle von {{name}}",
      role_changed: "Die Rolle von {{name}} wurde geändert.",
      remove: "Entfernen",
      remove_question: "{{name}} aus {{organization}} entfernen?",
      removed: "{{name}} wurde entfernt.",
      leave: "Verlassen",
      leave_question:
        "{{organization}} verlassen? Sie können nur mit einer neuen Einladung zurückkehren.",
      email_label: "E-Mail-Adresse",
      role_label: "Rolle",
      invite: "Einladen",
      invited:
        "{{email}} wurde eingeladen. Die Einladung erscheint nach der Anmeldung mit dieser Adresse.",
      open_until: "Eingeladen bis {{date}}",
      revoke: "Zurückziehen",
      revoked: "Die Einladung an {{email}} wurde zurückgezogen.",
      remove_organization: "Organisation löschen",
      remove_organization_question: "{{organization}} und alles darin für alle Mitglieder löschen?",
    },
    invitations: {
      heading: "Einladungen",
      invited_by: "Eingeladen von {{email}}",
      accept: "Annehmen",
      decline: "Ablehnen",
      accepted: "Sie sind jetzt Mitglied von {{organization}}.",
      declined: "Sie haben die Einladung von {{organization}} abgelehnt.",
    },
    errors: {
      org_already_member: "Diese Person ist bereits Mitglied.",
      org_email: "Geben Sie eine gültige E-Mail-Adresse ein.",
      org_full:
        "Die Organisation hat die Höchstzahl an Mitgliedern und offenen Einladungen erreicht.",
      org_invitation_over: "Diese Einladung ist nicht mehr gültig.",
      org_invitation_rate:
        "Sie haben viele Einladungen verschickt. Versuchen Sie es in einer Stunde noch einmal.",
      org_last_owner:
        "Eine Organisation braucht einen Inhaber. Machen Sie zuerst ein anderes Mitglied zum Inhaber.",
      org_limit: "Sie haben die Höchstzahl an Organisationen erreicht.",
      org_name: "Geben Sie einen Namen mit höchstens 80 Zeichen ein.",
      org_no_such_member: "Diese Person ist kein Mitglied mehr.",
      org_not_member: "Sie sind kein Mitglied dieser Organisation mehr.",
      org_role: "Ihre Rolle erlaubt das nicht.",
      org_session: "Bestätigen Sie Ihren zweiten Faktor, um Organisationen zu verwenden.",
    },
  },
};

export default deFormal;
