import type { AroundLocale } from "../words.ts";

/** Romanian, informal (tu). */
const ro: AroundLocale = {
  lang: "ro",
  dir: "ltr",
  around: {
    sent: {
      heading: "Verifică-ți e-mailul",
      sign_up_text:
        "Am trimis un link și un cod la {{email}}. Oricare dintre ele îți confirmă contul.",
      magic_link_text:
        "Am trimis un link și un cod la {{email}}. Oricare dintre ele te conectează.",
      forgotten_password_text:
        "Am trimis un link și un cod la {{email}}. Oricare dintre ele îți permite să alegi o parolă nouă.",
      email_change_text:
        "Am trimis un link și un cod la {{email}}. Oricare dintre ele confirmă adresa.",
      waiting_text:
        "Linkul funcționează pe orice dispozitiv. Deschis în acest browser, duce mai departe și această pagină.",
      wrong_address: "Adresă greșită?",
      open_mail: "Deschide {{provider}}",
      resend_button_label: "Trimite din nou",
      resend_loading_button_label: "Se trimite…",
      resent: "Am trimis din nou.",
    },
    code: {
      wait_text: "Îl poți cere din nou {{when}}.",
    },
    confirm: {
      signup_heading: "Confirmă-ți contul",
      signup_button_label: "Confirmă și conectează-te",
      magiclink_heading: "Mai ai puțin",
      magiclink_button_label: "Conectează-te",
      recovery_heading: "Resetează parola",
      recovery_button_label: "Continuă la o parolă nouă",
      invite_heading: "Ai primit o invitație",
      invite_button_label: "Acceptă și conectează-te",
      email_change_heading: "Confirmă adresa de e-mail",
      email_change_button_label: "Confirmă adresa de e-mail",
      text: "Este nevoie de un clic, pentru că unele programe de e-mail deschid singure linkurile din mesaje.",
      loading_button_label: "O clipă…",
      half: "Una dintre cele două adrese este confirmată. Acum deschide linkul trimis la cealaltă.",
      incomplete: "Acest link este incomplet. Deschide-l din nou din e-mail sau cere unul nou.",
      expired: "Acest link a fost deja folosit sau este prea vechi. Cere unul nou.",
      back: "Cere un link nou",
    },
    phone: {
      use_phone: "Folosește un număr de telefon",
      use_email: "Folosește o adresă de e-mail",
      sign_in_heading: "Conectare prin telefon",
      sign_up_heading: "Înregistrare prin telefon",
      country_label: "Țară",
      number_label: "Număr de telefon",
      number_hint: "Așa cum îl formezi, sau cu +",
      number_invalid: "Acesta nu este un număr de telefon complet.",
      send_button_label: "Trimite un cod",
      send_loading_button_label: "Se trimite…",
      by_code: "Folosește un cod",
      by_password: "Folosește o parolă",
      code_text: "Am trimis un cod la {{phone}}.",
      wrong_number: "Număr greșit?",
    },
    guest: {
      button_label: "Continuă ca vizitator",
      loading_button_label: "O clipă…",
      heading: "Păstrează ce ai făcut",
      text: "Ești aici ca vizitator. Adaugă un mod de conectare și totul rămâne al tău, pe orice dispozitiv.",
      upgrade_button_label: "Creează-mi contul",
      upgrade_loading_button_label: "O clipă…",
      link: "Continuă cu {{provider}}",
    },
    existing: {
      text: "Niciun mesaj? Poate ai deja un cont.",
      sign_in: "Conectează-te",
      reset: "Resetează parola",
    },
    errors: {
      not_allowed: "Nu aveți voie să faceți asta.",
      not_available: "Aici nu este activat.",
      gone: "Nu mai există.",
      network_changed: "Rețeaua dvs. s-a schimbat. Începeți din nou pe acest dispozitiv.",
      code_wrong: "Codul nu este corect. Încearcă-l pe următorul.",
      code_needed: "Introduceți codul pe care vi l-am trimis.",
      second_step_needed: "Conectează-te mai întâi cu al doilea pas.",
      other_step_needed: "Adăugați mai întâi un alt al doilea pas.",
      too_many_steps: "Nu poți avea mai multe. Elimină mai întâi unul.",
      step_name_taken: "Numele există deja. Alege altul.",
      step_exists: "L-ați adăugat deja.",
      last_way_in: "Ultimul mod de conectare nu poate fi dezlegat.",
      identity_in_conflict: "Nu poate fi deconectat: adresa de e-mail aparține altui cont.",
      identity_taken: "Aparține deja altui cont.",
      robot: "Nu am putut verifica dacă nu sunteți robot. Încercați din nou.",
      email_refused: "Nu putem trimite e-mailuri la această adresă. Folosiți alta.",
      sso_off: "Autentificarea unică nu este activată aici. Conectați-vă altfel.",
      sso_unknown: "Nu există autentificare unică pentru această adresă. Conectați-vă altfel.",
      sso_faulty:
        "Autentificarea unică a organizației dvs. nu a funcționat. Întrebați administratorii ei.",
      sso_managed: "De asta se ocupă organizația dvs. Modificați acolo.",
    },
    help: {
      resend: "Trimite din nou confirmarea",
      wait: "Încercați peste {{seconds}}\u00a0s",
      again: "Încearcă din nou",
    },
    passkeys: {
      button_label: "Conectare cu o cheie de acces",
      cancelled: "Dispozitivul nu a confirmat. Încercați din nou sau conectați-vă altfel.",
    },
    passkey_offer: {
      heading: "Data viitoare conectați-vă fără parolă",
      text: "O cheie de acces folosește amprenta, chipul sau codul PIN al acestui dispozitiv.",
      add: "Adaugă o cheie de acces",
      later: "Nu acum",
      never: "Nu mai întreba",
      done: "Gata. Data viitoare conectați-vă cu cheia de acces.",
    },
    sso: {
      link: "Folosește autentificarea unică",
      heading: "Autentificare unică",
      text: "Organizația dvs. vă conectează. O găsim după adresă.",
      label: "Adresa de e-mail de serviciu",
      button_label: "Continuă",
      missing: "Introduceți adresa de e-mail de serviciu.",
      back: "Conectare în alt mod",
    },
    captcha: {
      label: "Verificarea că nu sunteți robot",
      failed:
        "Verificarea împotriva roboților nu a putut fi încărcată. Reîncărcați pagina sau permiteți-o în browser.",
    },
    last_used: {
      mark: "Ultima folosită",
    },
    mail_hint: {
      use: "Ați vrut să scrieți {{email}}?",
    },
    offline: {
      text: "Sunteți offline. Ce ați scris rămâne aici.",
      back: "Sunteți din nou online.",
      again: "Încearcă din nou",
    },
    checklist: {
      heading: "Parola are nevoie de",
      length: "Cel puțin {{count}} caractere",
      longer: "Mai multe caractere",
      lower: "O literă mică",
      upper: "O literă mare",
      letter: "O literă",
      digit: "O cifră",
      symbol: "Un simbol, precum ! sau ?",
      kinds: "Mai multe feluri de caractere",
      pwned: "Să nu fie pe o listă de parole divulgate",
      bytes:
        "Cel mult 72 de octeți: {{count}} până acum. Unele caractere se numără de mai multe ori.",
      met: "Îndeplinit",
      unmet: "Încă neîndeplinit",
    },
  },
};

export default ro;
