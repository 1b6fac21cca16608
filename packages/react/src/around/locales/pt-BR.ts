import type { AroundLocale } from "../words.ts";

/** Portuguese of Brazil (você). */
const ptBR: AroundLocale = {
  lang: "pt-BR",
  dir: "ltr",
  around: {
    errors: {
      not_allowed: "Você não tem permissão para fazer isso.",
      not_available: "Isso não está ativado aqui.",
      gone: "Isso não existe mais.",
      network_changed: "Sua rede mudou. Comece de novo neste dispositivo.",
      code_wrong: "Este código não está certo. Tente o próximo.",
      code_needed: "Digite o código que enviamos para você.",
      second_step_needed: "Entre primeiro com a segunda etapa.",
      other_step_needed: "Adicione primeiro outra segunda etapa.",
      too_many_steps: "Você não pode ter mais. Remova um antes.",
      step_name_taken: "Já existe um com esse nome. Escolha outro.",
      step_exists: "Você já adicionou isso.",
      last_way_in: "A última forma de entrar não pode ser desvinculada.",
      identity_in_conflict: "Não é possível desvincular: o e-mail pertence a outra conta.",
      identity_taken: "Isto já pertence a outra conta.",
      robot: "Não conseguimos verificar que você não é um robô. Tente novamente.",
      email_refused: "Não podemos enviar e-mails para este endereço. Use outro.",
      sso_off: "O login único não está ativado aqui. Entre de outra forma.",
      sso_unknown: "Não há login único para este endereço. Entre de outra forma.",
      sso_faulty:
        "O login único da sua organização não funcionou. Fale com os administradores dela.",
      sso_managed: "Sua organização cuida disso. Altere lá.",
    },
    help: {
      resend: "Enviar a confirmação de novo",
      wait: "Tente em {{seconds}}\u00a0s",
      again: "Tentar de novo",
    },
    passkeys: {
      button_label: "Entrar com uma chave de acesso",
      cancelled: "Seu dispositivo não confirmou. Tente de novo ou entre de outra forma.",
    },
    passkey_offer: {
      heading: "Da próxima vez, entre sem senha",
      text: "Uma chave de acesso usa sua digital, seu rosto ou o PIN deste dispositivo.",
      add: "Adicionar uma chave de acesso",
      later: "Agora não",
      never: "Não perguntar de novo",
      done: "Pronto. Da próxima vez, entre com sua chave de acesso.",
    },
    sso: {
      link: "Usar o login único",
      heading: "Login único",
      text: "Sua organização faz o login por você. Nós a encontramos pelo seu endereço.",
      label: "E-mail do trabalho",
      button_label: "Continuar",
      missing: "Digite seu e-mail do trabalho.",
      back: "Entrar de outra forma",
    },
    captcha: {
      label: "Verificação de que você não é um robô",
      failed:
        "Não foi possível carregar a verificação contra robôs. Recarregue a página ou permita-a no navegador.",
    },
    last_used: {
      mark: "Usado por último",
    },
    mail_hint: {
      use: "Você quis dizer {{email}}?",
    },
    offline: {
      text: "Você está off-line. O que você digitou continua aqui.",
      back: "Você está on-line de novo.",
      again: "Tentar de novo",
    },
    checklist: {
      heading: "A senha precisa de",
      length: "Pelo menos {{count}} caracteres",
      longer: "Mais caracteres",
      lower: "Uma letra minúscula",
      upper: "Uma letra maiúscula",
      letter: "Uma letra",
      digit: "Um número",
      symbol: "Um símbolo, como ! ou ?",
      kinds: "Mais tipos de caracteres",
      pwned: "Não estar em uma lista de senhas vazadas",
      bytes: "No máximo 72 bytes: {{count}} até agora. Alguns caracteres contam mais de uma vez.",
      met: "Atendido",
      unmet: "Ainda não atendido",
    },
  },
};

export default ptBR;
