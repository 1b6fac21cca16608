import type { PluginLocale } from "../words.ts";

/** Portuguese of Brazil (você). */
const ptBR: PluginLocale = {
  lang: "pt-BR",
  dir: "ltr",
  plugins: {
    check_email: {
      heading: "Confira seu e-mail",
      sign_up_text:
        "Enviamos um link e um código para {{email}}. Qualquer um dos dois confirma sua conta.",
      magic_link_text:
        "Enviamos um link e um código para {{email}}. Com qualquer um dos dois, você entra na sua conta.",
      forgotten_password_text:
        "Enviamos um link e um código para {{email}}. Qualquer um dos dois permite definir uma nova senha.",
      email_change_text:
        "Enviamos um link e um código para {{email}}. Qualquer um dos dois confirma o endereço.",
      waiting_text:
        "O link funciona em qualquer dispositivo. Aberto neste navegador, ele também faz esta página avançar.",
      wrong_address: "Endereço errado?",
      open_mail: "Abrir {{provider}}",
      resend_button_label: "Enviar novamente",
      resend_loading_button_label: "Enviando…",
      resent: "Enviamos novamente.",
    },
    code: {
      wait_text: "Você pode pedir novamente {{when}}.",
    },
    confirm: {
      signup_heading: "Confirme sua conta",
      signup_button_label: "Confirmar e entrar",
      magiclink_heading: "Falta pouco",
      magiclink_button_label: "Entrar",
      recovery_heading: "Redefina sua senha",
      recovery_button_label: "Escolher uma nova senha",
      invite_heading: "Você recebeu um convite",
      invite_button_label: "Aceitar e entrar",
      email_change_heading: "Confirme seu e-mail",
      email_change_button_label: "Confirmar este e-mail",
      text: "É preciso um clique, porque alguns programas de e-mail abrem sozinhos os links das mensagens.",
      loading_button_label: "Um momento…",
      half: "Um dos dois endereços está confirmado. Agora abra o link que enviamos para o outro.",
      incomplete: "Este link está incompleto. Abra-o novamente pelo e-mail ou peça um novo.",
      expired: "Este link já foi usado ou é antigo demais. Peça um novo.",
      back: "Pedir um novo link",
    },
    phone: {
      use_phone: "Usar um número de telefone",
      use_email: "Usar um e-mail",
      sign_in_heading: "Entrar por telefone",
      sign_up_heading: "Cadastrar-se por telefone",
      country_label: "País",
      number_label: "Número de telefone",
      number_hint: "Como você disca, ou com +",
      number_invalid: "Este número de telefone não está completo.",
      send_button_label: "Enviar um código",
      send_loading_button_label: "Enviando…",
      by_code: "Usar um código",
      by_password: "Usar uma senha",
      code_text: "Enviamos um código para {{phone}}.",
      wrong_number: "Número errado?",
    },
    anonymous: {
      button_label: "Continuar como visitante",
      loading_button_label: "Um momento…",
      heading: "Guarde o que você fez",
      text: "Você está aqui como visitante. Adicione uma forma de entrar, e tudo continua seu, em qualquer dispositivo.",
      upgrade_button_label: "Criar minha conta",
      upgrade_loading_button_label: "Um momento…",
      link: "Continuar com {{provider}}",
    },
    existing: {
      text: "Nenhuma mensagem? Talvez você já tenha uma conta.",
      sign_in: "Entrar",
      reset: "Redefinir a senha",
    },
    errors: {
      not_allowed: "Você não tem permissão para fazer isso.",
      not_available: "Este recurso não está ativado aqui.",
      gone: "Isso não existe mais.",
      network_changed: "Sua rede mudou. Comece de novo neste dispositivo.",
      code_wrong: "Este código está incorreto. Tente o próximo.",
      code_needed: "Digite o código que enviamos para você.",
      second_step_needed: "Conclua primeiro a segunda etapa do login.",
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
      sso_managed: "Sua organização cuida disso. Faça a alteração por lá.",
    },
    help: {
      resend: "Enviar a confirmação novamente",
      wait: "Tente em {{seconds}}\u00a0s",
      again: "Tentar novamente",
    },
    passkeys: {
      button_label: "Entrar com uma chave de acesso",
      cancelled: "Seu dispositivo não confirmou. Tente novamente ou entre de outra forma.",
    },
    passkey_offer: {
      heading: "Da próxima vez, entre sem senha",
      text: "Uma chave de acesso usa sua digital, seu rosto ou o PIN deste dispositivo.",
      add: "Adicionar uma chave de acesso",
      later: "Agora não",
      never: "Não perguntar novamente",
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
    more_methods: {
      sign_in: "Mais formas de entrar",
      sign_up: "Mais formas de se cadastrar",
    },
    captcha: {
      label: "Confirme que você não é um robô",
      failed:
        "Não foi possível carregar a verificação contra robôs. Recarregue a página ou permita-a no navegador.",
    },
    last_used_method: {
      mark: "Usado por último",
    },
    email_suggestion: {
      use: "Você quis dizer {{email}}?",
    },
    offline: {
      text: "Você está off-line. O que você digitou continua aqui.",
      back: "Você está on-line novamente.",
      again: "Tentar novamente",
    },
    checklist: {
      heading: "Requisitos da senha",
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
