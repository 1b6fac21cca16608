import type { GateLocale } from "../en.ts";

/** Portuguese of Brazil (você). */
const ptBR: GateLocale = {
  lang: "pt-BR",
  dir: "ltr",
  gate: {
    second_factor: {
      heading: "Mais uma etapa",
      totp_text: "Digite o código que seu app autenticador mostra.",
      phone_text: "Vamos enviar um código para seu telefone.",
      webauthn_text: "Confirme com sua chave de segurança ou este dispositivo.",
      recovery_code_text: "Digite um dos seus códigos de recuperação. Ele só funciona uma vez.",
      code_label: "Código",
      button_label: "Continuar",
      send_button_label: "Enviar código",
      resend_button_label: "Enviar outro código",
      sent_text: "Enviamos um código para você.",
      webauthn_button_label: "Usar a chave de segurança",
      other_totp: "Usar um app autenticador",
      other_phone: "Usar um SMS",
      other_webauthn: "Usar uma chave de segurança",
      other_recovery_code: "Usar um código de recuperação",
      sign_out: "Usar outra conta",
    },
    session_ended: {
      heading: "Sua sessão terminou",
      text: "Entre novamente para continuar de onde parou. O que você digitou ainda está lá.",
      leave: "Sair sem entrar na conta",
    },
    errors: {
      mfa_verification_failed: "Este código está incorreto. Tente o próximo.",
      mfa_challenge_expired: "Este código expirou. Peça um novo.",
      mfa_recovery_codes_locked: "Muitos códigos incorretos. Espere um pouco ou use outra forma.",
      webauthn_cancelled: "Seu dispositivo não confirmou. Tente novamente.",
      webauthn_unsupported: "Este navegador não consegue usar chaves de segurança.",
      webauthn_verification_failed: "Esta chave de segurança não pertence à conta.",
    },
  },
};

export default ptBR;
