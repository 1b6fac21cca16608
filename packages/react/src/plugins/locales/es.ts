import type { PluginLocale } from "../words.ts";

/** Spanish (tú), without regional words. */
const es: PluginLocale = {
  lang: "es",
  dir: "ltr",
  plugins: {
    check_email: {
      heading: "Revisa tu correo",
      sign_up_text:
        "Hemos enviado un correo a {{email}}. Abre el enlace que contiene para confirmar tu cuenta.",
      magic_link_text:
        "Hemos enviado un correo a {{email}}. Abre el enlace que contiene para iniciar sesión.",
      forgotten_password_text:
        "Hemos enviado un correo a {{email}}. Abre el enlace que contiene para elegir una contraseña nueva.",
      email_change_text:
        "Hemos enviado un correo a {{email}}. Abre el enlace que contiene para confirmar la dirección.",
      waiting_text:
        "Abre el enlace en cualquier dispositivo. Si lo abres en este navegador, esta página continuará sola.",
      same_browser_text: "Abre el enlace en este navegador. Esta página continuará sola.",
      code_text: "O introduce aquí el código del correo.",
      have_code: "¿Tienes un código? Introdúcelo",
      wrong_address: "¿Dirección equivocada?",
      open_mail: "Abrir {{provider}}",
      resend_button_label: "Enviar de nuevo",
      resend_loading_button_label: "Enviando…",
      resent: "Hemos enviado el correo de nuevo.",
    },
    code: {
      wait_text: "Puedes pedirlo de nuevo {{when}}.",
    },
    confirm: {
      signup_heading: "Confirma tu cuenta",
      signup_button_label: "Confirmar e iniciar sesión",
      magiclink_heading: "Ya casi está",
      magiclink_button_label: "Iniciar sesión",
      recovery_heading: "Restablece tu contraseña",
      recovery_button_label: "Elegir una contraseña nueva",
      invite_heading: "Tienes una invitación",
      invite_button_label: "Aceptar e iniciar sesión",
      email_change_heading: "Confirma tu correo electrónico",
      email_change_button_label: "Confirmar la dirección de correo",
      text: "Pulsa el botón para confirmar. Algunos programas de correo abren los enlaces por su cuenta.",
      loading_button_label: "Un momento…",
      half: "Una de las dos direcciones está confirmada. Abre ahora el enlace que hemos enviado a la otra.",
      incomplete: "Este enlace está incompleto. Ábrelo otra vez desde el correo o pide uno nuevo.",
      expired: "Este enlace ya se ha usado o es demasiado antiguo. Pide uno nuevo.",
      back: "Pedir un enlace nuevo",
    },
    phone: {
      use_phone: "Usar un número de teléfono",
      use_email: "Usar un correo electrónico",
      sign_in_heading: "Iniciar sesión por teléfono",
      sign_up_heading: "Registrarse por teléfono",
      country_label: "País",
      number_label: "Número de teléfono",
      number_hint: "Como lo marcas, o con +",
      number_invalid: "Este número de teléfono no está completo.",
      send_button_label: "Enviar un código",
      send_loading_button_label: "Enviando…",
      by_code: "Usar un código",
      by_password: "Usar una contraseña",
      code_text: "Hemos enviado un código a {{phone}}.",
      wrong_number: "¿Número equivocado?",
    },
    anonymous: {
      button_label: "Continuar como invitado",
      loading_button_label: "Un momento…",
      heading: "Conserva tu trabajo",
      text: "Estás usando una cuenta de invitado. Añade una forma de iniciar sesión para conservar tu trabajo y usarlo en cualquier dispositivo.",
      upgrade_button_label: "Crear cuenta",
      upgrade_loading_button_label: "Un momento…",
      link: "Continuar con {{provider}}",
    },
    existing: {
      text: "¿No llega el mensaje? Quizá ya tienes una cuenta.",
      sign_in: "Iniciar sesión",
      reset: "Restablecer la contraseña",
    },
    errors: {
      not_allowed: "No tienes permiso para hacer esto.",
      not_available: "Esto no está activado aquí.",
      gone: "Ya no existe.",
      network_changed: "Tu red ha cambiado. Empieza de nuevo en este dispositivo.",
      code_wrong: "Este código no es correcto. Prueba con el siguiente.",
      code_needed: "Introduce el código que te hemos enviado.",
      second_step_needed: "Completa primero el segundo paso del inicio de sesión.",
      other_step_needed: "Añade antes otro segundo paso.",
      too_many_steps: "No puedes tener más. Quita uno primero.",
      step_name_taken: "Ya hay uno con ese nombre. Elige otro.",
      step_exists: "Ya lo has añadido.",
      last_way_in: "La última forma de iniciar sesión no se puede desvincular.",
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
    more_methods: {
      sign_in: "Más formas de iniciar sesión",
      sign_up: "Más formas de registrarse",
    },
    captcha: {
      label: "Confirma que no eres un robot",
      failed:
        "No se ha podido cargar la verificación. Recarga la página o permítela en tu navegador.",
    },
    last_used_method: {
      mark: "Usado la última vez",
    },
    email_suggestion: {
      use: "¿Querías decir {{email}}?",
    },
    offline: {
      text: "No tienes conexión. Lo que has escrito sigue aquí.",
      back: "Vuelves a tener conexión.",
      again: "Intentar de nuevo",
    },
    checklist: {
      heading: "Requisitos de la contraseña",
      length: "Al menos {{count}} caracteres",
      longer: "Más caracteres",
      lower: "Una letra minúscula",
      upper: "Una letra mayúscula",
      letter: "Una letra",
      digit: "Un número",
      symbol: "Un símbolo, como ! o ?",
      kinds: "Más tipos de caracteres",
      pwned: "No estar en una filtración de datos conocida",
      bytes:
        "Como máximo 72 bytes: {{count}} por ahora. Algunos caracteres cuentan más de una vez.",
      met: "Cumplido",
      unmet: "Aún no cumplido",
    },
    identifier_first: {
      heading: "Inicia sesión o crea una cuenta",
      email_or_phone: "Correo electrónico o número de teléfono",
      email_or_username: "Correo electrónico o nombre de usuario",
      any: "Correo electrónico, número de teléfono o nombre de usuario",
      button_label: "Continuar",
      missing: "Rellena este campo para continuar.",
      code_button_label: "Enviarme un código",
      other: "Usar otra cuenta",
    },
  },
};

export default es;
