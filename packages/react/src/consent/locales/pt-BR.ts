import type { ConsentLocale } from "../en.ts";

/** Portuguese of Brazil (você). */
const ptBR: ConsentLocale = {
  lang: "pt-BR",
  dir: "ltr",
  consent: {
    consent: {
      heading: "Permitir que {{name}} faça seu login?",
      unnamed: "um app sem nome",
      signed_in_as: "Você entrou como",
      guest: "convidado",
      may: "O app poderá",
      account: "ver sua conta: nome, e-mail, telefone e como você entra",
      openid: "reconhecer você a cada login",
      profile: "ver seu nome e sua foto",
      email: "ver seu endereço de e-mail",
      phone: "ver seu número de telefone",
      offline_access: "continuar conectado na sua ausência",
      goes_to: "Você será redirecionado para",
      hint: "Permita somente se você reconhece este endereço e acabou de vir dele.",
      allow: "Permitir",
      deny: "Negar",
      loading: "Carregando…",
      leaving: "Redirecionando…",
      continue: "Não foi redirecionado? Continuar",
      again: "Tentar novamente",
      none_heading: "Nada para aprovar",
      none_text: "Este link está incompleto. Volte ao app e entre novamente.",
      over_heading: "Esta solicitação não é mais válida",
      over_text:
        "Ela já foi respondida, tem mais de dez minutos ou foi aberta por outra pessoa. Volte ao app e entre novamente.",
      off_heading: "Indisponível",
      off_text: "O login em outros apps está desativado neste servidor.",
      failed_heading: "Não foi possível carregar a solicitação",
    },
    errors: {
      forbidden_redirect: "O endereço do app não é seguro.",
    },
  },
};

export default ptBR;
