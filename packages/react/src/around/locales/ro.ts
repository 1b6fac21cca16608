import type { AroundLocale } from "../words.ts";

/** Romanian, informal (tu). */
const ro: AroundLocale = {
  lang: "ro",
  dir: "ltr",
  around: {
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
