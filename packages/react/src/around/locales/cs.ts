import type { AroundLocale } from "../words.ts";

/** Czech, polite (vy). */
const cs: AroundLocale = {
  lang: "cs",
  dir: "ltr",
  around: {
    errors: {
      not_allowed: "K tomuto nemáte oprávnění.",
      not_available: "Tady to není zapnuté.",
      gone: "Už to neexistuje.",
      network_changed: "Vaše síť se změnila. Začněte na tomto zařízení znovu.",
      code_wrong: "Tento kód není správný. Zkuste další.",
      code_needed: "Zadejte kód, který jsme vám poslali.",
      second_step_needed: "Nejdřív se přihlaste druhým krokem.",
      other_step_needed: "Nejdřív přidejte jiný druhý krok.",
      too_many_steps: "Víc jich mít nemůžete. Nejdřív některý odeberte.",
      step_name_taken: "Tento název už existuje. Zvolte jiný.",
      step_exists: "To už máte přidané.",
      last_way_in: "Poslední způsob přihlášení nelze odpojit.",
      identity_in_conflict: "Nelze odpojit: e-mailová adresa patří k jinému účtu.",
      identity_taken: "Toto už patří k\u00a0jinému účtu.",
      robot: "Nepodařilo se ověřit, že nejste robot. Zkuste to prosím znovu.",
      email_refused: "Na tuto adresu nemůžeme posílat e-maily. Použijte jinou.",
      sso_off: "Jednotné přihlášení tu není zapnuté. Přihlaste se jinak.",
      sso_unknown: "Pro tuto adresu jednotné přihlášení není. Přihlaste se jinak.",
      sso_faulty: "Jednotné přihlášení vaší organizace nefungovalo. Obraťte se na její správce.",
      sso_managed: "Stará se o to vaše organizace. Změňte to tam.",
    },
    help: {
      resend: "Poslat potvrzení znovu",
      wait: "Zkuste to za {{seconds}}\u00a0s",
      again: "Zkusit znovu",
    },
    passkeys: {
      button_label: "Přihlásit se přístupovým klíčem",
      cancelled: "Vaše zařízení to nepotvrdilo. Zkuste to znovu nebo se přihlaste jinak.",
    },
    passkey_offer: {
      heading: "Příště se přihlaste bez hesla",
      text: "Přístupový klíč používá váš otisk prstu, obličej nebo PIN tohoto zařízení.",
      add: "Přidat přístupový klíč",
      later: "Teď ne",
      never: "Už se neptat",
      done: "Hotovo. Příště se přihlaste přístupovým klíčem.",
    },
    sso: {
      link: "Použít jednotné přihlášení",
      heading: "Jednotné přihlášení",
      text: "Přihlásí vás vaše organizace. Najdeme ji podle vaší adresy.",
      label: "Pracovní e-mailová adresa",
      button_label: "Pokračovat",
      missing: "Zadejte svou pracovní e-mailovou adresu.",
      back: "Přihlásit se jinak",
    },
    captcha: {
      label: "Ověření, že nejste robot",
      failed:
        "Ověření proti robotům se nepodařilo načíst. Načtěte stránku znovu nebo ho v prohlížeči povolte.",
    },
    last_used: {
      mark: "Naposledy použito",
    },
    mail_hint: {
      use: "Mysleli jste {{email}}?",
    },
    offline: {
      text: "Jste offline. Co jste napsali, tu zůstane.",
      back: "Jste zase online.",
      again: "Zkusit znovu",
    },
    checklist: {
      heading: "Heslo potřebuje",
      length: "Počet znaků nejméně {{count}}",
      longer: "Více znaků",
      lower: "Malé písmeno",
      upper: "Velké písmeno",
      letter: "Písmeno",
      digit: "Číslici",
      symbol: "Symbol, například ! nebo ?",
      kinds: "Více druhů znaků",
      pwned: "Nebýt na seznamu uniklých hesel",
      bytes: "Nejvýše 72 bajtů: zatím {{count}}. Některé znaky se počítají vícekrát.",
      met: "Splněno",
      unmet: "Zatím nesplněno",
    },
  },
};

export default cs;
