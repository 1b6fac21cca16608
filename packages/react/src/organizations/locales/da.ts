import type { OrganizationLocale } from "../en.ts";

/** Danish (du). */
const da: OrganizationLocale = {
  lang: "da",
  dir: "ltr",
  organizations: {
    switcher: {
      button_label: "Organisation: {{name}}",
      heading: "Organisationer",
      personal: "Personlig konto",
      none: "Ingen organisation",
      create: "Opret organisation",
      name_label: "Organisationens navn",
      create_button: "Opret",
      cancel: "Annuller",
    },
    roles: {
      owner: "Ejer",
      admin: "Administrator",
      member: "Medlem",
    },
    members: {
      heading: "Medlemmer",
      text: "De personer, der arbejder i {{organization}}.",
      you: "Dig",
      role_of: "Rolle for {{name}}",
      role_changed: "Rollen for {{name}} blev ændret.",
      remove: "Fjern",
      remove_question: "Fjern {{name}} fra {{organization}}?",
      removed: "{{name}} blev fjernet.",
      leave: "Forlad",
      leave_question: "Forlad {{organization}}? Du kan kun vende tilbage med en ny invitation.",
      email_label: "E-mailadresse",
      role_label: "Rolle",
      invite: "Inviter",
      invited: "{{email}} blev inviteret. Invitationen vises efter login med denne adresse.",
      open_until: "Inviteret indtil {{date}}",
      revoke: "Tilbagekald",
      revoked: "Invitationen til {{email}} blev tilbagekaldt.",
      remove_organization: "Slet organisation",
      remove_organization_question: "Slet {{organization}} og alt indhold for alle medlemmer?",
    },
    invitations: {
      heading: "Invitationer",
      invited_by: "Inviteret af {{email}}",
      accept: "Accepter",
      decline: "Afvis",
      accepted: "Du er nu medlem af {{organization}}.",
      declined: "Du afviste invitationen fra {{organization}}.",
    },
    errors: {
      org_already_member: "Denne person er allerede medlem.",
      org_email: "Indtast en gyldig e-mailadresse.",
      org_full: "Organisationen har nået grænsen for medlemmer og åbne invitationer.",
      org_invitation_over: "Denne invitation er ikke længere gyldig.",
      org_invitation_rate: "Du har sendt mange invitationer. Prøv igen om en time.",
      org_last_owner: "En organisation skal have en ejer. Gør først et andet medlem til ejer.",
      org_limit: "Du har nået grænsen for organisationer.",
      org_name: "Indtast et navn på højst 80 tegn.",
      org_no_such_member: "Denne person er ikke længere medlem.",
      org_not_member: "Du er ikke længere medlem af denne organisation.",
      org_role: "Din rolle tillader ikke dette.",
      org_session: "Bekræft din anden faktor for at bruge organisationer.",
    },
  },
};

export default da;
