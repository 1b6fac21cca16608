import type { OrganizationLocale } from "../en.ts";

/** Romanian, informal (tu). */
const ro: OrganizationLocale = {
  lang: "ro",
  dir: "ltr",
  organizations: {
    switcher: {
      button_label: "Organizație: {{name}}",
      heading: "Organizații",
      personal: "Cont personal",
      none: "Nicio organizație",
      create: "Creează o organizație",
      name_label: "Numele organizației",
      create_button: "Creează",
      cancel: "Anulează",
    },
    roles: {
      owner: "Proprietar",
      admin: "Administrator",
      member: "Membru",
    },
    members: {
      heading: "Membri",
      text: "Persoanele care lucrează în {{organization}}.",
      you: "Tu",
      role_of: "Rolul pentru {{name}}",
      role_changed: "Rolul pentru {{name}} a fost schimbat.",
      remove: "Elimină",
      remove_question: "Elimini {{name}} din {{organization}}?",
      removed: "{{name}} nu mai face parte din organizație.",
      leave: "Părăsește",
      leave_question: "Părăsești {{organization}}? Poți reveni doar cu o nouă invitație.",
      email_label: "Adresă de e-mail",
      role_label: "Rol",
      invite: "Invită",
      invited:
        "Invitația pentru {{email}} a fost creată. Apare după autentificarea cu această adresă.",
      open_until: "Invitație valabilă până la {{date}}",
      revoke: "Revocă",
      revoked: "Invitația pentru {{email}} a fost revocată.",
      remove_organization: "Șterge organizația",
      remove_organization_question:
        "Ștergi {{organization}} și tot conținutul, pentru toți membrii?",
    },
    invitations: {
      heading: "Invitații",
      invited_by: "Invitație de la {{email}}",
      accept: "Acceptă",
      decline: "Refuză",
      accepted: "Acum ești membru în {{organization}}.",
      declined: "Ai refuzat invitația de la {{organization}}.",
    },
    errors: {
      org_already_member: "Această persoană este deja membru.",
      org_email: "Introdu o adresă de e-mail validă.",
      org_full: "Organizația a atins limita de membri și invitații deschise.",
      org_invitation_over: "Această invitație nu mai este valabilă.",
      org_invitation_rate: "Ai trimis multe invitații. Încearcă din nou peste o oră.",
      org_last_owner:
        "O organizație are nevoie de un proprietar. Mai întâi fă proprietar un alt membru.",
      org_limit: "Ai atins limita de organizații.",
      org_name: "Introdu un nume de cel mult 80 de caractere.",
      org_no_such_member: "Această persoană nu mai este membru.",
      org_not_member: "Nu mai ești membru al acestei organizații.",
      org_role: "Rolul tău nu permite acest lucru.",
      org_session: "Confirmă al doilea factor pentru a folosi organizațiile.",
    },
  },
};

export default ro;
