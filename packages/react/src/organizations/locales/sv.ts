import type { OrganizationLocale } from "../en.ts";

/** Swedish (du). */
const sv: OrganizationLocale = {
  lang: "sv",
  dir: "ltr",
  organizations: {
    switcher: {
      button_label: "Organisation: {{name}}",
      heading: "Organisationer",
      personal: "Personligt konto",
      none: "Ingen organisation",
      create: "Skapa organisation",
      name_label: "Organisationens namn",
      create_button: "Skapa",
      cancel: "Avbryt",
    },
    roles: {
      owner: "Ägare",
      admin: "Administratör",
      member: "Medlem",
    },
    members: {
      heading: "Medlemmar",
      text: "Personerna som arbetar i {{organization}}.",
      you: "Du",
      role_of: "Roll för {{name}}",
      role_changed: "Rollen för {{name}} har ändrats.",
      remove: "Ta bort",
      remove_question: "Ta bort {{name}} från {{organization}}?",
      removed: "{{name}} har tagits bort.",
      leave: "Lämna",
      leave_question: "Lämna {{organization}}? Du kan bara komma tillbaka med en ny inbjudan.",
      email_label: "E-postadress",
      role_label: "Roll",
      invite: "Bjud in",
      invited: "{{email}} har bjudits in. Inbjudan visas efter inloggning med den här adressen.",
      open_until: "Inbjuden till och med {{date}}",
      revoke: "Återkalla",
      revoked: "Inbjudan till {{email}} har återkallats.",
      remove_organization: "Radera organisationen",
      remove_organization_question: "Radera {{organization}} och allt innehåll för alla medlemmar?",
    },
    invitations: {
      heading: "Inbjudningar",
      invited_by: "Inbjuden av {{email}}",
      accept: "Acceptera",
      decline: "Avböj",
      accepted: "Du är nu medlem i {{organization}}.",
      declined: "Du avböjde inbjudan från {{organization}}.",
    },
    errors: {
      org_already_member: "Den här personen är redan medlem.",
      org_email: "Ange en giltig e-postadress.",
      org_full: "Organisationen har nått gränsen för medlemmar och öppna inbjudningar.",
      org_invitation_over: "Den här inbjudan gäller inte längre.",
      org_invitation_rate: "Du har skickat många inbjudningar. Försök igen om en timme.",
      org_last_owner: "En organisation behöver en ägare. Gör först en annan medlem till ägare.",
      org_limit: "Du har nått gränsen för organisationer.",
      org_name: "Ange ett namn med högst 80 tecken.",
      org_no_such_member: "Den här personen är inte längre medlem.",
      org_not_member: "Du är inte längre medlem i den här organisationen.",
      org_role: "Din roll tillåter inte detta.",
      org_session: "Bekräfta din andra faktor för att använda organisationer.",
    },
  },
};

export default sv;
