import type { PluginLocale } from "../words.ts";

/** Romanian, informal (tu). */
const ro: PluginLocale = {
  lang: "ro",
  dir: "ltr",
  plugins: {
    check_email: {
      heading: "Verifică-ți e-mailul",
      sign_up_text:
        "Am trimis un e-mail la {{email}}. Deschide linkul din el ca să îți confirmi contul.",
      magic_link_text:
        "Am trimis un e-mail la {{email}}. Deschide linkul din el ca să te conectezi.",
      forgotten_password_text:
        "Am trimis un e-mail la {{email}}. Deschide linkul din el ca să alegi o parolă nouă.",
      email_change_text:
        "Am trimis un e-mail la {{email}}. Deschide linkul din el ca să confirmi adresa.",
      waiting_text:
        "Linkul funcționează pe orice dispozitiv. Deschis în acest browser, duce mai departe și această pagină.",
      same_browser_text:
        "Deschide linkul în acest browser. Atunci va merge mai departe și această pagină.",
      code_text: "Sau introdu aici codul din e-mail.",
      have_code: "Ai un cod? Introdu-l",
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
      recovery_button_label: "Alege o parolă nouă",
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
      sign_in_heading: "Conectează-te prin telefon",
      sign_up_heading: "Înregistrează-te prin telefon",
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
    anonymous: {
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
      not_allowed: "Nu ai permisiunea să faci asta.",
      not_available: "Această funcție nu este activată aici.",
      gone: "Nu mai există.",
      network_changed: "Rețeaua ta s-a schimbat. Începe din nou pe acest dispozitiv.",
      code_wrong: "Codul nu este corect. Încearcă-l pe următorul.",
      code_needed: "Introdu codul pe care ți l-am trimis.",
      second_step_needed: "Finalizează mai întâi al doilea pas al conectării.",
      other_step_needed: "Adaugă mai întâi o altă metodă pentru al doilea pas.",
      too_many_steps: "Nu poți avea mai multe. Elimină mai întâi unul.",
      step_name_taken: "Numele există deja. Alege altul.",
      step_exists: "L-ai adăugat deja.",
      last_way_in: "Ultimul mod de conectare nu poate fi disociat.",
      identity_in_conflict: "Nu poate fi disociat: adresa de e-mail aparține altui cont.",
      identity_taken: "Aparține deja altui cont.",
      robot: "Nu am putut verifica dacă nu ești robot. Încearcă din nou.",
      email_refused: "Nu putem trimite e-mailuri la această adresă. Folosește alta.",
      sso_off: "Autentificarea unică nu este activată aici. Conectează-te altfel.",
      sso_unknown: "Nu există autentificare unică pentru această adresă. Conectează-te altfel.",
      sso_faulty:
        "Autentificarea unică a organizației tale nu a funcționat. Întreabă administratorii ei.",
      sso_managed: "De asta se ocupă organizația ta. Fă modificarea acolo.",
    },
    help: {
      resend: "Trimite din nou confirmarea",
      wait: "Încearcă peste {{seconds}}\u00a0s",
      again: "Încearcă din nou",
    },
    passkeys: {
      button_label: "Conectează-te cu o cheie de acces",
      cancelled: "Dispozitivul nu a confirmat. Încearcă din nou sau conectează-te altfel.",
    },
    passkey_offer: {
      heading: "Data viitoare conectează-te fără parolă",
      text: "O cheie de acces folosește amprenta, chipul sau codul PIN al acestui dispozitiv.",
      add: "Adaugă o cheie de acces",
      later: "Nu acum",
      never: "Nu mai întreba",
      done: "Gata. Data viitoare conectează-te cu cheia de acces.",
    },
    sso: {
      link: "Folosește autentificarea unică",
      heading: "Autentificare unică",
      text: "Organizația ta te conectează. O găsim după adresă.",
      label: "Adresa de e-mail de serviciu",
      button_label: "Continuă",
      missing: "Introdu adresa de e-mail de serviciu.",
      back: "Conectează-te altfel",
    },
    more_methods: {
      sign_in: "Mai multe moduri de conectare",
      sign_up: "Mai multe moduri de înregistrare",
    },
    captcha: {
      label: "Confirmă că nu ești robot",
      failed:
        "Verificarea împotriva roboților nu a putut fi încărcată. Reîncarcă pagina sau permite-o în browser.",
    },
    last_used_method: {
      mark: "Folosit ultima dată",
    },
    email_suggestion: {
      use: "Ai vrut să scrii {{email}}?",
    },
    offline: {
      text: "Ești offline. Ce ai scris rămâne aici.",
      back: "Ești din nou online.",
      again: "Încearcă din nou",
    },
    checklist: {
      heading: "Cerințe pentru parolă",
      length: "Număr de caractere: cel puțin {{count}}",
      longer: "Mai multe caractere",
      lower: "O literă mică",
      upper: "O literă mare",
      letter: "O literă",
      digit: "O cifră",
      symbol: "Un simbol, precum ! sau ?",
      kinds: "Mai multe feluri de caractere",
      pwned: "Să nu apară pe o listă de parole divulgate",
      bytes:
        "Cel mult 72 de octeți: {{count}} până acum. Unele caractere se numără de mai multe ori.",
      met: "Îndeplinit",
      unmet: "Încă neîndeplinit",
    },
  },
};

export default ro;
