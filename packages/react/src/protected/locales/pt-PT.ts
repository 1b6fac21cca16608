import type { GateLocale } from "../en.ts";

/** Portuguese of Portugal, formal. */
const ptPT: GateLocale = {
  lang: "pt-PT",
  dir: "ltr",
  gate: {
    second_factor: {
      heading: "Mais um passo",
      totp_text: "Introduza o código que a sua aplicação de autenticação mostra.",
      phone_text: "Vamos enviar um código para o seu telefone.",
      webauthn_text: "Confirme com a sua chave de segurança ou este dispositivo.",
      recovery_code_text: "Introduza um dos seus códigos de recuperação. Só funciona uma vez.",
      code_label: "Código",
      button_label: "Continuar",
      send_button_label: "Enviar código",
      resend_button_label: "Enviar outro código",
      sent_text: "Enviámos-lhe um código.",
      webauthn_button_label: "Utilizar a chave de segurança",
      other_totp: "Utilizar uma aplicação de autenticação",
      other_phone: "Utilizar um SMS",
      other_webauthn: "Utilizar uma chave de segurança",
      other_recovery_code: "Utilizar um código de recuperação",
      sign_out: "Utilizar outra conta",
    },
    session_ended: {
      heading: "A sua sessão terminou",
      text: "Inicie sessão novamente para continuar onde estava. O que escreveu ainda está lá.",
      leave: "Sair sem iniciar sessão",
    },
    errors: {
      mfa_verification_failed: "Este código não está correto. Tente o seguinte.",
      mfa_challenge_expired: "Este código expirou. Peça um novo.",
      mfa_recovery_codes_locked:
        "Demasiados códigos incorretos. Aguarde um pouco ou utilize outra forma.",
      webauthn_cancelled: "O seu dispositivo não confirmou. Tente novamente.",
      webauthn_unsupported: "Este navegador não consegue utilizar chaves de segurança.",
      webauthn_verification_failed: "Esta chave de segurança não pertence à conta.",
    },
  },
};

export default ptPT;
