import type { OrganizationLocale } from "../en.ts";

/** Dutch, informal (je). */
const nl: OrganizationLocale = {
  lang: "nl",
  dir: "ltr",
  organizations: {
    switcher: {
      button_label: "Organisatie: {{name}}",
      heading: "Organisaties",
      personal: "Persoonlijk account",
      none: "Geen organisatie",
      create: "Organisatie aanmaken",
      name_label: "Naam van de organisatie",
      create_button: "Aanmaken",
      cancel: "Annuleren",
    },
    roles: {
      owner: "Eigenaar",
      admin: "Beheerder",
      member: "Lid",
    },
    members: {
      heading: "Leden",
      text: "De mensen die in {{organization}} werken.",
      you: "Jij",
      role_of: "Rol van {{name}}",
      role_changed: "De rol van {{name}} is gewijzigd.",
      remove: "Verwijderen",
      remove_question: "{{name}} verwijderen uit {{organization}}?",
      removed: "{{name}} is verwijderd.",
      leave: "Verlaten",
      leave_question:
        "{{organization}} verlaten? Je kunt alleen met een nieuwe uitnodiging terugkomen.",
      email_label: "E-mailadres",
      role_label: "Rol",
      invite: "Uitnodigen",
      invited: "{{email}} is uitgenodigd. De uitnodiging verschijnt na het inloggen met dit adres.",
      open_until: "Uitgenodigd tot {{date}}",
      revoke: "Intrekken",
      revoked: "De uitnodiging van {{email}} is ingetrokken.",
      remove_organization: "Organisatie verwijderen",
      remove_organization_question: "{{organization}} met alles erin verwijderen, voor alle leden?",
    },
    invitations: {
      heading: "Uitnodigingen",
      invited_by: "Uitgenodigd door {{email}}",
      accept: "Accepteren",
      decline: "Weigeren",
      accepted: "Je bent nu lid van {{organization}}.",
      declined: "Je hebt de uitnodiging van {{organization}} geweigerd.",
    },
    errors: {
      org_already_member: "Deze persoon is al lid.",
      org_email: "Voer een geldig e-mailadres in.",
      org_full: "De organisatie heeft het maximum aan leden en open uitnodigingen bereikt.",
      org_invitation_over: "Deze uitnodiging is niet meer geldig.",
      org_invitation_rate:
        "Je hebt veel uitnodigingen verstuurd. Probeer het over een uur opnieuw.",
      org_last_owner:
        "Een organisatie heeft een eigenaar nodig. Maak eerst een ander lid eigenaar.",
      org_limit: "Je hebt het maximum aan organisaties bereikt.",
      org_name: "Voer een naam van maximaal 80 tekens in.",
      org_no_such_member: "Deze persoon is geen lid meer.",
      org_not_member: "Je bent geen lid meer van deze organisatie.",
      org_role: "Je rol staat dit niet toe.",
      org_session: "Bevestig je tweede factor om organisaties te gebruiken.",
    },
  },
};

export default nl;
