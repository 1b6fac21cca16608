import type { GateLocale } from "../en.ts";

/** Greek, polite (εσείς). */
const el: GateLocale = {
  lang: "el",
  dir: "ltr",
  gate: {
    second_factor: {
      heading: "Ένα ακόμη βήμα",
      totp_text: "Εισαγάγετε τον κωδικό που δείχνει η εφαρμογή ελέγχου ταυτότητας.",
      phone_text: "Θα στείλουμε έναν κωδικό στο τηλέφωνό σας.",
      webauthn_text: "Επιβεβαιώστε με το κλειδί ασφαλείας ή με αυτήν τη συσκευή.",
      recovery_code_text: "Πληκτρολογήστε έναν από τους κωδικούς ανάκτησης. Ισχύει μόνο μία φορά.",
      code_label: "Κωδικός μίας χρήσης",
      button_label: "Συνέχεια",
      send_button_label: "Αποστολή κωδικού",
      resend_button_label: "Αποστολή νέου κωδικού",
      sent_text: "Σας στείλαμε έναν κωδικό.",
      webauthn_button_label: "Χρήση κλειδιού ασφαλείας",
      other_totp: "Χρήση εφαρμογής ελέγχου ταυτότητας",
      other_phone: "Χρήση SMS",
      other_webauthn: "Χρήση κλειδιού ασφαλείας",
      other_recovery_code: "Χρήση κωδικού ανάκτησης",
      sign_out: "Χρήση άλλου λογαριασμού",
    },
    session_ended: {
      heading: "Η συνεδρία σας έληξε",
      text: "Συνδεθείτε ξανά για να συνεχίσετε από εκεί που ήσασταν. Όσα γράψατε είναι ακόμη εδώ.",
      leave: "Έξοδος χωρίς σύνδεση",
    },
    errors: {
      mfa_verification_failed: "Ο κωδικός δεν είναι σωστός. Δοκιμάστε τον επόμενο.",
      mfa_challenge_expired: "Ο κωδικός έληξε. Ζητήστε νέο.",
      mfa_recovery_codes_locked:
        "Πάρα πολλοί λάθος κωδικοί. Περιμένετε λίγο ή χρησιμοποιήστε άλλον τρόπο.",
      webauthn_cancelled: "Η συσκευή σας δεν το επιβεβαίωσε. Δοκιμάστε ξανά.",
      webauthn_unsupported: "Αυτό το πρόγραμμα περιήγησης δεν υποστηρίζει κλειδιά ασφαλείας.",
      webauthn_verification_failed: "Αυτό το κλειδί ασφαλείας δεν ανήκει στον λογαριασμό.",
    },
  },
};

export default el;
