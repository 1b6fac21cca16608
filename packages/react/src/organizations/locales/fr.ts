import type { OrganizationLocale } from "../en.ts";

/** French, formal (vous). */
const fr: OrganizationLocale = {
  lang: "fr",
  dir: "ltr",
  organizations: {
    switcher: {
      button_label: "Organisation : {{name}}",
      heading: "Organisations",
      personal: "Compte personnel",
      none: "Aucune organisation",
      create: "Créer une organisation",
      name_label: "Nom de l’organisation",
      create_button: "Créer",
      cancel: "Annuler",
    },
    roles: {
      owner: "Propriétaire",
      admin: "Administrateur",
      member: "Membre",
    },
    members: {
      heading: "Membres",
      text: "Les personnes qui travaillent dans {{organization}}.",
      you: "Vous",
      role_of: "Rôle de {{name}}",
      role_changed: "Le rôle de {{name}} a été modifié.",
      remove: "Retirer",
      remove_question: "Retirer {{name}} de {{organization}} ?",
      removed: "{{name}} ne fait plus partie de l’organisation.",
      leave: "Quitter",
      leave_question:
        "Quitter {{organization}} ? Vous ne pourrez revenir qu’avec une nouvelle invitation.",
      email_label: "Adresse e-mail",
      role_label: "Rôle",
      invite: "Inviter",
      invited:
        "{{email}} a reçu une invitation. Elle s’affiche après la connexion avec cette adresse.",
      open_until: "Invitation valable jusqu’au {{date}}",
      revoke: "Révoquer",
      revoked: "L’invitation de {{email}} a été révoquée.",
      remove_organization: "Supprimer l’organisation",
      remove_organization_question:
        "Supprimer {{organization}} et tout son contenu, pour tous les membres ?",
    },
    invitations: {
      heading: "Invitations reçues",
      invited_by: "Invitation de {{email}}",
      accept: "Accepter",
      decline: "Refuser",
      accepted: "Vous êtes maintenant membre de {{organization}}.",
      declined: "Vous avez refusé l’invitation de {{organization}}.",
    },
    errors: {
      org_already_member: "Cette personne est déjà membre.",
      org_email: "Saisissez une adresse e-mail valide.",
      org_full: "L’organisation a atteint sa limite de membres et d’invitations en attente.",
      org_invitation_over: "Cette invitation n’est plus valable.",
      org_invitation_rate: "Vous avez envoyé beaucoup d’invitations. Réessayez dans une heure.",
      org_last_owner:
        "Une organisation a besoin d’un propriétaire. Désignez d’abord un autre membre comme propriétaire.",
      org_limit: "Vous avez atteint la limite d’organisations.",
      org_name: "Saisissez un nom de 80 caractères au maximum.",
      org_no_such_member: "Cette personne n’est plus membre.",
      org_not_member: "Vous n’êtes plus membre de cette organisation.",
      org_role: "Votre rôle ne le permet pas.",
      org_session: "Confirmez votre second facteur pour utiliser les organisations.",
    },
  },
};

export default fr;
