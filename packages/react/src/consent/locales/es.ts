import type { ConsentLocale } from "../en.ts";

/** Spanish (tú), without regional words. */
const es: ConsentLocale = {
  lang: "es",
  dir: "ltr",
  consent: {
    consent: {
      heading: "¿Permitir que {{name}} inicie tu sesión?",
      unnamed: "una aplicación sin nombre",
      signed_in_as: "Has iniciado sesión como",
      guest: "invitado",
      may: "Podrá",
      account: "ver tu cuenta: nombre, correo, teléfono y cómo inicias sesión",
      openid: "reconocerte cada vez que inicies sesión",
      profile: "ver tu nombre y tu foto",
      email: "ver tu correo electrónico",
      phone: "ver tu número de teléfono",
      offline_access: "mantener la conexión cuando no estés",
      goes_to: "Se te redirigirá a",
      hint: "Permítelo solo si reconoces esta dirección y acabas de venir de ella.",
      allow: "Permitir",
      deny: "Rechazar",
      loading: "Cargando…",
      leaving: "Redirigiendo…",
      continue: "¿No se te ha redirigido? Continuar",
      again: "Intentar de nuevo",
      none_heading: "Nada que aprobar",
      none_text: "Este enlace está incompleto. Vuelve a la aplicación e inicia sesión de nuevo.",
      over_heading: "Esta solicitud ya no es válida",
      over_text:
        "Ya se respondió, tiene más de diez minutos o la abrió otra persona. Vuelve a la aplicación e inicia sesión de nuevo.",
      off_heading: "No disponible",
      off_text: "En este servidor no se puede iniciar sesión en otras aplicaciones.",
      failed_heading: "No se pudo cargar la solicitud",
    },
    errors: {
      forbidden_redirect: "La dirección de la aplicación no es segura.",
    },
  },
};

export default es;
