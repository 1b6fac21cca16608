import type { PluginLocale } from "../words.ts";

/** Portuguese of Portugal, formal. */
const ptPT: PluginLocale = {
  lang: "pt-PT",
  dir: "ltr",
  plugins: {
    check_email: {
      heading: "Consulte o seu e-mail",
      sign_up_text:
        "Enviámos um e-mail para {{email}}. Abra o link que contém para confirmar a sua conta.",
      magic_link_text:
        "Enviámos um e-mail para {{email}}. Abra o link que contém para iniciar a sessão.",
      forgotten_password_text:
        "Enviámos um e-mail para {{email}}. Abra o link que contém para definir uma nova palavra-passe.",
      email_change_text:
        "Enviámos um e-mail para {{email}}. Abra o link que contém para confirmar o endereço.",
      waiting_text:
        "Abra o link em qualquer dispositivo. Se o abrir neste navegador, esta página continua sozinha.",
      same_browser_text: "Abra o link neste navegador. Esta página continua sozinha.",
      code_text: "Ou introduza aqui o código do e-mail.",
      have_code: "Tem um código? Introduza-o",
      wrong_address: "Endereço errado?",
      open_mail: "Abrir {{provider}}",
      resend_button_label: "Enviar novamente",
      resend_loading_button_label: "A enviar…",
      resent: "Enviámos o e-mail novamente.",
    },
    code: {
      wait_text: "Pode pedir novamente {{when}}.",
    },
    confirm: {
      signup_heading: "Confirme a sua conta",
      signup_button_label: "Confirmar e iniciar sessão",
      magiclink_heading: "Está quase",
      magiclink_button_label: "Iniciar sessão",
      recovery_heading: "Repor a palavra-passe",
      recovery_button_label: "Escolher uma nova palavra-passe",
      invite_heading: "Recebeu um convite",
      invite_button_label: "Aceitar e iniciar sessão",
      email_change_heading: "Confirme o seu e-mail",
      email_change_button_label: "Confirmar este e-mail",
      text: "Prima o botão para confirmar. Alguns programas de e-mail abrem os links por si próprios.",
      loading_button_label: "Um momento…",
      half: "Um dos dois endereços está confirmado. Abra agora o link que enviámos para o outro.",
      incomplete: "Este link está incompleto. Abra-o novamente a partir do e-mail ou peça um novo.",
      expired: "Este link já foi utilizado ou é demasiado antigo. Peça um novo.",
      back: "Pedir um novo link",
    },
    phone: {
      use_phone: "Utilizar um número de telefone",
      use_email: "Utilizar um e-mail",
      sign_in_heading: "Iniciar sessão por telefone",
      sign_up_heading: "Registar-se por telefone",
      country_label: "País",
      number_label: "Número de telefone",
      number_hint: "Como o marca, ou com +",
      number_invalid: "Este número de telefone não está completo.",
      send_button_label: "Enviar código",
      send_loading_button_label: "A enviar…",
      by_code: "Utilizar antes um código",
      by_password: "Utilizar antes uma palavra-passe",
      code_text: "Enviámos um código para {{phone}}.",
      wrong_number: "Número errado?",
    },
    anonymous: {
      button_label: "Continuar como convidado",
      loading_button_label: "Um momento…",
      heading: "Guarde o seu trabalho",
      text: "Está a utilizar uma conta de convidado. Adicione uma forma de iniciar sessão para guardar o seu trabalho e utilizá-lo em qualquer dispositivo.",
      upgrade_button_label: "Criar conta",
      upgrade_loading_button_label: "Um momento…",
      link: "Continuar com {{provider}}",
    },
    existing: {
      text: "Nenhuma mensagem? Talvez já tenha uma conta.",
      sign_in: "Iniciar sessão",
      reset: "Repor a palavra-passe",
    },
    errors: {
      not_allowed: "Não tem permissão para fazer isto.",
      not_available: "Esta funcionalidade não está ativada aqui.",
      gone: "Isto já não existe.",
      network_changed: "A sua rede mudou. Recomece neste dispositivo.",
      code_wrong: "Este código não está correto. Tente o seguinte.",
      code_needed: "Introduza o código que lhe enviámos.",
      second_step_needed: "Conclua primeiro o segundo passo do início de sessão.",
      other_step_needed: "Adicione primeiro outro segundo passo.",
      too_many_steps: "Não pode ter mais. Remova um primeiro.",
      step_name_taken: "Já existe um com esse nome. Escolha outro.",
      step_exists: "Já adicionou isto.",
      last_way_in: "A última forma de iniciar sessão não pode ser desassociada.",
      identity_in_conflict:
        "Não é possível desassociar: o endereço de e-mail pertence a outra conta.",
      identity_taken: "Isto já pertence a outra conta.",
      robot: "Não conseguimos confirmar que não é um robô. Tente novamente.",
      email_refused: "Não podemos enviar e-mails para este endereço. Utilize outro.",
      sso_off: "O início de sessão único não está ativado aqui. Inicie sessão de outra forma.",
      sso_unknown:
        "Não há início de sessão único para este endereço. Inicie sessão de outra forma.",
      sso_faulty:
        "O início de sessão único da sua organização não funcionou. Contacte os administradores dela.",
      sso_managed: "A sua organização trata disto. Altere-o lá.",
    },
    help: {
      resend: "Enviar novamente a confirmação",
      wait: "Tente dentro de {{seconds}}\u00a0s",
      again: "Tentar novamente",
    },
    passkeys: {
      button_label: "Iniciar sessão com uma chave de acesso",
      cancelled:
        "O seu dispositivo não confirmou. Tente novamente ou inicie sessão de outra forma.",
    },
    passkey_offer: {
      heading: "Da próxima vez, inicie sessão sem palavra-passe",
      text: "Uma chave de acesso utiliza a sua impressão digital, o seu rosto ou o PIN deste dispositivo.",
      add: "Adicionar uma chave de acesso",
      later: "Agora não",
      never: "Não voltar a perguntar",
      done: "Concluído. Da próxima vez, inicie sessão com a sua chave de acesso.",
    },
    sso: {
      link: "Utilizar o início de sessão único",
      heading: "Início de sessão único",
      text: "A sua organização inicia a sessão por si. Encontramo-la pelo seu endereço.",
      label: "E-mail do trabalho",
      button_label: "Continuar",
      missing: "Introduza o seu e-mail do trabalho.",
      back: "Iniciar sessão de outra forma",
    },
    more_methods: {
      sign_in: "Mais formas de iniciar sessão",
      sign_up: "Mais formas de criar conta",
    },
    captcha: {
      label: "Confirme que não é um robô",
      failed:
        "Não foi possível carregar a verificação. Recarregue a página ou permita-a no navegador.",
    },
    last_used_method: {
      mark: "Utilizado por último",
    },
    email_suggestion: {
      use: "Queria dizer {{email}}?",
    },
    offline: {
      text: "Está offline. O que escreveu continua aqui.",
      back: "Está novamente online.",
      again: "Tentar novamente",
    },
    checklist: {
      heading: "Requisitos da palavra-passe",
      length: "Pelo menos {{count}} caracteres",
      longer: "Mais caracteres",
      lower: "Uma letra minúscula",
      upper: "Uma letra maiúscula",
      letter: "Uma letra",
      digit: "Um algarismo",
      symbol: "Um símbolo, como ! ou ?",
      kinds: "Mais tipos de caracteres",
      pwned: "Não constar de fugas de dados conhecidas",
      bytes: "No máximo 72 bytes: {{count}} até agora. Alguns caracteres contam mais de uma vez.",
      met: "Cumprido",
      unmet: "Ainda não cumprido",
    },
    identifier_first: {
      heading: "Iniciar sessão ou criar conta",
      email_or_phone: "E-mail ou número de telefone",
      email_or_username: "E-mail ou nome de utilizador",
      any: "E-mail, número de telefone ou nome de utilizador",
      button_label: "Continuar",
      missing: "Preencha este campo para continuar.",
      code_button_label: "Enviar um código",
      other: "Usar outra conta",
    },
  },
};

export default ptPT;
