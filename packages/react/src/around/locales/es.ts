import type { AroundLocale } from "../words.ts";

/** Spanish (tú), of no one country. */
const es: AroundLocale = {
  lang: "es",
  dir: "ltr",
  around: {
    errors: {
      not_allowed: "No tienes permiso para hacer esto.",
      not_available: "Esto no está activado aquí.",
      gone: "Ya no existe.",
      network_changed: "Tu red ha cambiado. Empieza de nuevo en este dispositivo.",
      code_wrong: "Este código no es correcto. Prueba con el siguiente.",
      code_needed: "Introduce el código que te hemos enviado.",
      second_step_needed: "Entra primero con tu segundo paso.",
      other_step_needed: "Añade antes otro segundo paso.",
      too_many_steps: "No puedes tener más. Quita uno primero.",
      step_name_taken: "Ya hay uno con ese nombre. Elige otro.",
      step_exists: "Ya lo has añadido.",
      last_way_in: "La última forma de entrar no se puede desvincular.",
      identity_in_conflict:
        "No se puede desvincular: su correo electrónico pertenece a otra cuenta.",
      identity_taken: "Esto ya pertenece a otra cuenta.",
      robot: "No hemos podido comprobar que no eres un robot. Inténtalo de nuevo.",
      email_refused: "No podemos enviar correos a esta dirección. Usa otra.",
      sso_off: "El inicio de sesión único no está activado aquí. Inicia sesión de otra forma.",
      sso_unknown:
        "No hay inicio de sesión único para esta dirección. Inicia sesión de otra forma.",
      sso_faulty:
        "El inicio de sesión único de tu organización no ha funcionado. Consulta a sus administradores.",
      sso_managed: "Tu organización se encarga de esto. Cámbialo allí.",
    },
    help: {
      resend: "Enviar la confirmación de nuevo",
      wait: "Inténtalo en {{seconds}}\u00a0s",
      again: "Intentar de nuevo",
    },
    passkeys: {
      button_label: "Iniciar sesión con una clave de acceso",
      cancelled:
        "Tu dispositivo no lo ha confirmado. Inténtalo de nuevo o inicia sesión de otra forma.",
    },
    passkey_offer: {
      heading: "Inicia sesión sin contraseña la próxima vez",
      text: "Una clave de acceso usa tu huella, tu cara o el PIN de este dispositivo.",
      add: "Añadir una clave de acceso",
      later: "Ahora no",
      never: "No volver a preguntar",
      done: "Listo. La próxima vez, inicia sesión con tu clave de acceso.",
    },
    sso: {
      link: "Usar el inicio de sesión único",
      heading: "Inicio de sesión único",
      text: "Tu organización inicia la sesión por ti. La encontramos por tu dirección.",
      label: "Correo electrónico del trabajo",
      button_label: "Continuar",
      missing: "Introduce tu correo electrónico del trabajo.",
      back: "Iniciar sesión de otra forma",
    },
    captcha: {
      label: "Comprobación de que no eres un robot",
      failed:
        "No se ha podido cargar la comprobación contra robots. Recarga la página o permítela en tu navegador.",
    },
    last_used: {
      mark: "Último usado",
    },
    mail_hint: {
      use: "¿Querías decir {{email}}?",
    },
    offline: {
      text: "No tienes conexión. Lo que has escrito sigue aquí.",
      back: "Vuelves a tener conexión.",
      again: "Intentar de nuevo",
    },
    checklist: {
      heading: "La contraseña necesita",
      length: "Al menos {{count}} caracteres",
      longer: "Más caracteres",
      lower: "Una letra minúscula",
      upper: "Una letra mayúscula",
      letter: "Una letra",
      digit: "Un número",
      symbol: "Un símbolo, como ! o ?",
      kinds: "Más tipos de caracteres",
      pwned: "No estar en una lista de contraseñas filtradas",
      bytes:
        "Como máximo 72 bytes: {{count}} por ahora. Algunos caracteres cuentan más de una vez.",
      met: "Cumplido",
      unmet: "Aún no cumplido",
    },
  },
};

export default es;
