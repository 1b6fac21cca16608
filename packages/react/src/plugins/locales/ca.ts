import type { PluginLocale } from "../words.ts";

/** Catalan (tu). */
const ca: PluginLocale = {
  lang: "ca",
  dir: "ltr",
  plugins: {
    check_email: {
      heading: "Consulta el correu",
      sign_up_text:
        "Hem enviat un correu a {{email}}. Obre l’enllaç que hi trobaràs per confirmar el teu compte.",
      magic_link_text:
        "Hem enviat un correu a {{email}}. Obre l’enllaç que hi trobaràs per iniciar la sessió.",
      forgotten_password_text:
        "Hem enviat un correu a {{email}}. Obre l’enllaç que hi trobaràs per triar una contrasenya nova.",
      email_change_text:
        "Hem enviat un correu a {{email}}. Obre l’enllaç que hi trobaràs per confirmar l’adreça.",
      waiting_text:
        "Obre l’enllaç en qualsevol dispositiu. Si l’obres en aquest navegador, aquesta pàgina continuarà sola.",
      same_browser_text: "Obre l’enllaç en aquest navegador. Aquesta pàgina continuarà sola.",
      code_text: "O introdueix aquí el codi del correu.",
      have_code: "Tens un codi? Introdueix-lo",
      wrong_address: "Adreça equivocada?",
      open_mail: "Obre {{provider}}",
      resend_button_label: "Torna-ho a enviar",
      resend_loading_button_label: "S’està enviant…",
      resent: "Hem tornat a enviar el correu.",
    },
    code: {
      wait_text: "Ho pots tornar a demanar {{when}}.",
    },
    confirm: {
      signup_heading: "Confirma el teu compte",
      signup_button_label: "Confirma i inicia la sessió",
      magiclink_heading: "Ja gairebé hi ets",
      magiclink_button_label: "Inicia la sessió",
      recovery_heading: "Restableix la contrasenya",
      recovery_button_label: "Tria una contrasenya nova",
      invite_heading: "Tens una invitació",
      invite_button_label: "Accepta i inicia la sessió",
      email_change_heading: "Confirma l’adreça electrònica",
      email_change_button_label: "Confirma l’adreça de correu",
      text: "Prem el botó per confirmar. Alguns programes de correu obren els enllaços pel seu compte.",
      loading_button_label: "Un moment…",
      half: "Una de les dues adreces està confirmada. Ara obre l’enllaç que hem enviat a l’altra.",
      incomplete:
        "Aquest enllaç és incomplet. Torna’l a obrir des del correu o demana’n un de nou.",
      expired: "Aquest enllaç ja s’ha fet servir o és massa antic. Demana’n un de nou.",
      back: "Demana un enllaç nou",
    },
    phone: {
      use_phone: "Fes servir un número de telèfon",
      use_email: "Fes servir una adreça electrònica",
      sign_in_heading: "Inicia la sessió per telèfon",
      sign_up_heading: "Registra’t per telèfon",
      country_label: "País",
      number_label: "Número de telèfon",
      number_hint: "Tal com el marques, o amb +",
      number_invalid: "Aquest número de telèfon no és complet.",
      send_button_label: "Envia un codi",
      send_loading_button_label: "S’està enviant…",
      by_code: "Fes servir un codi",
      by_password: "Fes servir una contrasenya",
      code_text: "Hem enviat un codi a {{phone}}.",
      wrong_number: "Número equivocat?",
    },
    anonymous: {
      button_label: "Continua com a convidat",
      loading_button_label: "Un moment…",
      heading: "Conserva la teva feina",
      text: "Fas servir un compte de convidat. Afegeix una manera d’iniciar la sessió per conservar la teva feina i fer-la servir en qualsevol dispositiu.",
      upgrade_button_label: "Crea el compte",
      upgrade_loading_button_label: "Un moment…",
      link: "Continua amb {{provider}}",
    },
    existing: {
      text: "No arriba el missatge? Potser ja tens un compte.",
      sign_in: "Inicia la sessió",
      reset: "Restableix la contrasenya",
    },
    errors: {
      not_allowed: "No tens permís per fer això.",
      not_available: "Això no està activat aquí.",
      gone: "Ja no existeix.",
      network_changed: "La teva xarxa ha canviat. Torna a començar en aquest dispositiu.",
      code_wrong: "Aquest codi no és correcte. Prova el següent.",
      code_needed: "Introdueix el codi que t’hem enviat.",
      second_step_needed: "Completa primer el segon pas de l’inici de sessió.",
      other_step_needed: "Afegeix abans un altre segon pas.",
      too_many_steps: "No en pots tenir més. Abans treu-ne un.",
      step_name_taken: "Ja n’hi ha un amb aquest nom. Tria’n un altre.",
      step_exists: "Ja ho has afegit.",
      last_way_in: "L’última manera d’iniciar la sessió no es pot desvincular.",
      identity_in_conflict:
        "No es pot desvincular: l’adreça electrònica pertany a un altre compte.",
      identity_taken: "Això ja pertany a un altre compte.",
      robot: "No hem pogut comprovar que no ets un robot. Torna-ho a provar.",
      email_refused: "No podem enviar correus a aquesta adreça. Fes-ne servir una altra.",
      sso_off: "L’inici de sessió únic no està activat aquí. Inicia la sessió d’una altra manera.",
      sso_unknown:
        "No hi ha inici de sessió únic per a aquesta adreça. Inicia la sessió d’una altra manera.",
      sso_faulty:
        "L’inici de sessió únic de la teva organització no ha funcionat. Pregunta-ho als seus administradors.",
      sso_managed: "La teva organització s’encarrega d’això. Canvia-ho allà.",
    },
    help: {
      resend: "Torna a enviar la confirmació",
      wait: "Prova-ho d’aquí a {{seconds}}\u00a0s",
      again: "Torna-ho a provar",
    },
    passkeys: {
      button_label: "Inicia la sessió amb una clau d’accés",
      cancelled:
        "El teu dispositiu no ho ha confirmat. Torna-ho a provar o inicia la sessió d’una altra manera.",
    },
    passkey_offer: {
      heading: "La propera vegada, inicia la sessió sense contrasenya",
      text: "Una clau d’accés fa servir la teva empremta, la teva cara o el PIN d’aquest dispositiu.",
      add: "Afegeix una clau d’accés",
      later: "Ara no",
      never: "No ho tornis a preguntar",
      done: "Fet. La propera vegada, inicia la sessió amb la clau d’accés.",
    },
    sso: {
      link: "Fes servir l’inici de sessió únic",
      heading: "Inici de sessió únic",
      text: "La teva organització t’inicia la sessió. La trobem per la teva adreça.",
      label: "Adreça electrònica de la feina",
      button_label: "Continua",
      missing: "Introdueix l’adreça electrònica de la feina.",
      back: "Inicia la sessió d’una altra manera",
    },
    more_methods: {
      sign_in: "Més maneres d’iniciar la sessió",
      sign_up: "Més maneres de registrar-te",
    },
    captcha: {
      label: "Confirma que no ets un robot",
      failed:
        "No s’ha pogut carregar la verificació. Torna a carregar la pàgina o permet-la al navegador.",
    },
    last_used_method: {
      mark: "Usat l’última vegada",
    },
    email_suggestion: {
      use: "Volies dir {{email}}?",
    },
    offline: {
      text: "No tens connexió. El que has escrit continua aquí.",
      back: "Torns a tenir connexió.",
      again: "Torna-ho a provar",
    },
    checklist: {
      heading: "Requisits de la contrasenya",
      length: "Almenys {{count}} caràcters",
      longer: "Més caràcters",
      lower: "Una lletra minúscula",
      upper: "Una lletra majúscula",
      letter: "Una lletra",
      digit: "Una xifra",
      symbol: "Un símbol, com ara ! o ?",
      kinds: "Més tipus de caràcters",
      pwned: "No aparèixer en cap filtració de dades coneguda",
      bytes: "Com a màxim 72 bytes: {{count}} fins ara. Alguns caràcters compten més d’una vegada.",
      met: "Complert",
      unmet: "Encara no complert",
    },
    identifier_first: {
      heading: "Inicia la sessió o crea un compte",
      email_or_phone: "Adreça electrònica o número de telèfon",
      email_or_username: "Adreça electrònica o nom d’usuari",
      any: "Adreça electrònica, número de telèfon o nom d’usuari",
      button_label: "Continua",
      missing: "Omple aquest camp per continuar.",
      code_button_label: "Envia’m un codi",
      other: "Fes servir un altre compte",
    },
  },
};

export default ca;
