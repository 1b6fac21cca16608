import type { GateLocale } from "../en.ts";

/** Spanish (tú), without regional words. */
const es: GateLocale = {
  lang: "es",
  dir: "ltr",
  gate: {
    second_factor: {
      heading: "Un paso más",
      totp_text: "Introduce el código que muestra tu aplicación de autenticación.",
      phone_text: "Enviaremos un código a tu teléfono.",
      webauthn_text: "Confirma con tu llave de seguridad o con este dispositivo.",
      recovery_code_text: "Escribe uno de tus códigos de recuperación. Solo funciona una vez.",
      code_label: "Código",
      button_label: "Continuar",
      send_button_label: "Enviar un código",
      resend_button_label: "Enviar otro código",
      sent_text: "Te hemos enviado un código.",
      webauthn_button_label: "Usar la llave de seguridad",
      other_totp: "Usar una aplicación de autenticación",
      other_phone: "Usar un mensaje de texto",
      other_webauthn: "Usar una llave de seguridad",
      other_recovery_code: "Usar un código de recuperación",
      sign_out: "Usar otra cuenta",
    },
    session_ended: {
      heading: "Tu sesión ha terminado",
      text: "Vuelve a iniciar sesión para seguir donde estabas. Lo que escribiste sigue ahí.",
      leave: "Salir sin iniciar sesión",
    },
    errors: {
      mfa_verification_failed: "Este código no es correcto. Prueba con el siguiente.",
      mfa_challenge_expired: "Este código ha caducado. Pide uno nuevo.",
      mfa_recovery_codes_locked:
        "Demasiados códigos incorrectos. Espera un poco o usa otro método.",
      webauthn_cancelled: "Tu dispositivo no lo ha confirmado. Inténtalo de nuevo.",
      webauthn_unsupported: "Este navegador no puede usar llaves de seguridad.",
      webauthn_verification_failed: "Esta llave de seguridad no es de esta cuenta.",
    },
  },
};

export default es;
