import type { ConsentLocale } from "../en.ts";

/** Portuguese of Portugal, formal. */
const ptPT: ConsentLocale = {
  lang: "pt-PT",
  dir: "ltr",
  consent: {
    consent: {
      heading: "Permitir que {{name}} inicie a sua sessão?",
      unnamed: "uma aplicação sem nome",
      signed_in_as: "Sessão iniciada como",
      guest: "convidado",
      may: "A aplicação poderá",
      account: "ver a sua conta: nome, e-mail, telefone e como inicia sessão",
      openid: "reconhecê-lo sempre que inicia sessão",
      profile: "ver o seu nome e a sua fotografia",
      email: "ver o seu endereço de e-mail",
      phone: "ver o seu número de telefone",
      offline_access: "manter a ligação na sua ausência",
      goes_to: "Será redirecionado para",
      hint: "Permita apenas se reconhece este endereço e acabou de vir de lá.",
      allow: "Permitir",
      deny: "Recusar",
      loading: "A carregar…",
      leaving: "A redirecionar…",
      continue: "Não foi redirecionado? Continuar",
      again: "Tentar novamente",
      none_heading: "Nada para aprovar",
      none_text: "Esta ligação está incompleta. Volte à aplicação e inicie sessão novamente.",
      over_heading: "Este pedido já não é válido",
      over_text:
        "Já teve resposta, tem mais de dez minutos ou foi aberto por outra pessoa. Volte à aplicação e inicie sessão novamente.",
      off_heading: "Indisponível",
      off_text: "O início de sessão noutras aplicações está desativado neste servidor.",
      failed_heading: "Não foi possível carregar o pedido",
    },
    errors: {
      forbidden_redirect: "O endereço da aplicação não é seguro.",
    },
  },
};

export default ptPT;
