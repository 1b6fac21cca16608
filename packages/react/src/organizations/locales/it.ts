import type { OrganizationLocale } from "../en.ts";

/** Italian, informal (tu). */
const it: OrganizationLocale = {
  lang: "it",
  dir: "ltr",
  organizations: {
    switcher: {
      button_label: "Organizzazione: {{name}}",
      heading: "Organizzazioni",
      personal: "Account personale",
      none: "Nessuna organizzazione",
      create: "Crea organizzazione",
      name_label: "Nome dell’organizzazione",
      create_button: "Crea",
      cancel: "Annulla",
    },
    roles: {
      owner: "Proprietario",
      admin: "Amministratore",
      member: "Membro",
    },
    members: {
      heading: "Membri",
      text: "Le persone che lavorano in {{organization}}.",
      you: "Tu",
      role_of: "Ruolo di {{name}}",
      role_changed: "Il ruolo di {{name}} è stato modificato.",
      remove: "Rimuovi",
      remove_question: "Rimuovere {{name}} da {{organization}}?",
      removed: "{{name}} non fa più parte dell’organizzazione.",
      leave: "Esci",
      leave_question: "Uscire da {{organization}}? Potrai tornare solo con un nuovo invito.",
      email_label: "Indirizzo email",
      role_label: "Ruolo",
      invite: "Invita",
      invited:
        "{{email}} ha ricevuto un invito. L’invito appare dopo l’accesso con questo indirizzo.",
      open_until: "Invito valido fino al {{date}}",
      revoke: "Revoca",
      revoked: "L’invito di {{email}} è stato revocato.",
      remove_organization: "Elimina organizzazione",
      remove_organization_question:
        "Eliminare {{organization}} e tutto il suo contenuto, per tutti i membri?",
    },
    invitations: {
      heading: "Inviti",
      invited_by: "Invito di {{email}}",
      accept: "Accetta",
      decline: "Rifiuta",
      accepted: "Ora sei membro di {{organization}}.",
      declined: "Hai rifiutato l’invito di {{organization}}.",
    },
    errors: {
      org_already_member: "Questa persona è già membro.",
      org_email: "Inserisci un indirizzo email valido.",
      org_full: "L’organizzazione ha raggiunto il limite di membri e inviti in sospeso.",
      org_invitation_over: "Questo invito non è più valido.",
      org_invitation_rate: "Hai inviato molti inviti. Riprova tra un’ora.",
      org_last_owner:
        "Un’organizzazione ha bisogno di un proprietario. Prima rendi proprietario un altro membro.",
      org_limit: "Hai raggiunto il limite di organizzazioni.",
      org_name: "Inserisci un nome di massimo 80 caratteri.",
      org_no_such_member: "Questa persona non è più membro.",
      org_not_member: "Non sei più membro di questa organizzazione.",
      org_role: "Il tuo ruolo non lo consente.",
      org_session: "Conferma il secondo fattore per usare le organizzazioni.",
    },
  },
};

export default it;
