import type { OrganizationLocale } from "../en.ts";

/** Greek, polite (εσείς). */
const el: OrganizationLocale = {
  lang: "el",
  dir: "ltr",
  organizations: {
    switcher: {
      button_label: "Οργανισμός: {{name}}",
      heading: "Οργανισμοί",
      personal: "Προσωπικός λογαριασμός",
      none: "Κανένας οργανισμός",
      create: "Δημιουργία οργανισμού",
      name_label: "Όνομα οργανισμού",
      create_button: "Δημιουργία",
      cancel: "Ακύρωση",
    },
    roles: {
      owner: "Κάτοχος",
      admin: "Διαχειριστής",
      member: "Μέλος",
    },
    members: {
      heading: "Μέλη",
      text: "Τα άτομα που εργάζονται στο {{organization}}.",
      you: "Εσείς",
      role_of: "Ρόλος: {{name}}",
      role_changed: "Ο ρόλος άλλαξε: {{name}}.",
      remove: "Αφαίρεση",
      remove_question: "Αφαίρεση: {{name}} από {{organization}};",
      removed: "Αφαιρέθηκε: {{name}}.",
      leave: "Αποχώρηση",
      leave_question:
        "Αποχώρηση από {{organization}}; Μπορείτε να επιστρέψετε μόνο με νέα πρόσκληση.",
      email_label: "Διεύθυνση email",
      role_label: "Ρόλος",
      invite: "Πρόσκληση",
      invited:
        "Η πρόσκληση για {{email}} δημιουργήθηκε. Εμφανίζεται μετά τη σύνδεση με αυτήν τη διεύθυνση.",
      open_until: "Πρόσκληση έως {{date}}",
      revoke: "Ανάκληση",
      revoked: "Η πρόσκληση για {{email}} ανακλήθηκε.",
      remove_organization: "Διαγραφή οργανισμού",
      remove_organization_question:
        "Διαγραφή του {{organization}} και όλων των περιεχομένων του, για όλα τα μέλη;",
    },
    invitations: {
      heading: "Προσκλήσεις",
      invited_by: "Πρόσκληση από {{email}}",
      accept: "Αποδοχή",
      decline: "Απόρριψη",
      accepted: "Είστε πλέον μέλος: {{organization}}.",
      declined: "Απορρίψατε την πρόσκληση: {{organization}}.",
    },
    errors: {
      org_already_member: "Αυτό το άτομο είναι ήδη μέλος.",
      org_email: "Εισαγάγετε μια έγκυρη διεύθυνση email.",
      org_full: "Ο οργανισμός έφτασε το όριο μελών και ανοιχτών προσκλήσεων.",
      org_invitation_over: "Αυτή η πρόσκληση δεν ισχύει πλέον.",
      org_invitation_rate: "Έχετε στείλει πολλές προσκλήσεις. Δοκιμάστε ξανά σε μία ώρα.",
      org_last_owner: "Ένας οργανισμός χρειάζεται κάτοχο. Ορίστε πρώτα ένα άλλο μέλος ως κάτοχο.",
      org_limit: "Φτάσατε το όριο οργανισμών.",
      org_name: "Εισαγάγετε ένα όνομα έως 80 χαρακτήρων.",
      org_no_such_member: "Αυτό το άτομο δεν είναι πλέον μέλος.",
      org_not_member: "Δεν είστε πλέον μέλος αυτού του οργανισμού.",
      org_role: "Ο ρόλος σας δεν το επιτρέπει.",
      org_session: "Επιβεβαιώστε τον δεύτερο παράγοντα για να χρησιμοποιήσετε οργανισμούς.",
    },
  },
};

export default el;
