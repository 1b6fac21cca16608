import type { OrganizationLocale } from "../en.ts";

/** Catalan (tu). */
const ca: OrganizationLocale = {
  lang: "ca",
  dir: "ltr",
  organizations: {
    switcher: {
      button_label: "Organització: {{name}}",
      heading: "Organitzacions",
      personal: "Compte personal",
      none: "Cap organització",
      create: "Crea una organització",
      name_label: "Nom de l’organització",
      create_button: "Crea",
      cancel: "Cancel·la",
    },
    roles: {
      owner: "Propietari",
      admin: "Administrador",
      member: "Membre",
    },
    members: {
      heading: "Membres",
      text: "Les persones que treballen a {{organization}}.",
      you: "Tu",
      role_of: "Rol de {{name}}",
      role_changed: "S’ha canviat el rol de {{name}}.",
      remove: "Elimina",
      remove_question: "Vols eliminar {{name}} de {{organization}}?",
      removed: "S’ha eliminat {{name}}.",
      leave: "Surt",
      leave_question:
        "Vols sortir de {{organization}}? Només hi podràs tornar amb una invitació nova.",
      email_label: "Adreça electrònica",
      role_label: "Rol",
      invite: "Convida",
      invited:
        "S’ha convidat {{email}}. La invitació apareix en iniciar la sessió amb aquesta adreça.",
      open_until: "Invitació vàlida fins al {{date}}",
      revoke: "Revoca",
      revoked: "S’ha revocat la invitació de {{email}}.",
      remove_organization: "Elimina l’organització",
      remove_organization_question:
        "Vols eliminar {{organization}} i tot el que conté, per a tots els membres?",
    },
    invitations: {
      heading: "Invitacions",
      invited_by: "Invitació de {{email}}",
      accept: "Accepta",
      decline: "Rebutja",
      accepted: "Ara ets membre de {{organization}}.",
      declined: "Has rebutjat la invitació de {{organization}}.",
    },
    errors: {
      org_already_member: "Aquesta persona ja és membre.",
      org_email: "Introdueix una adreça electrònica vàlida.",
      org_full: "L’organització ha arribat al límit de membres i invitacions pendents.",
      org_invitation_over: "Aquesta invitació ja no és vàlida.",
      org_invitation_rate: "Has enviat moltes invitacions. Torna-ho a provar d’aquí a una hora.",
      org_last_owner:
        "Una organització necessita un propietari. Abans, fes propietari un altre membre.",
      org_limit: "Has arribat al límit d’organitzacions.",
      org_name: "Introdueix un nom de 80 caràcters com a màxim.",
      org_no_such_member: "Aquesta persona ja no és membre.",
      org_not_member: "Ja no ets membre d’aquesta organització.",
      org_role: "El teu rol no ho permet.",
      org_session: "Confirma el segon factor per fer servir les organitzacions.",
    },
  },
};

export default ca;
