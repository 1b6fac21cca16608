import type { OrganizationLocale } from "../en.ts";

/** Portuguese of Brazil (você). */
const ptBR: OrganizationLocale = {
  lang: "pt-BR",
  dir: "ltr",
  organizations: {
    switcher: {
      button_label: "Organização: {{name}}",
      heading: "Organizações",
      personal: "Conta pessoal",
      none: "Nenhuma organização",
      create: "Criar organização",
      name_label: "Nome da organização",
      create_button: "Criar",
      cancel: "Cancelar",
    },
    roles: {
      owner: "Proprietário",
      admin: "Administrador",
      member: "Membro",
    },
    members: {
      heading: "Membros",
      text: "As pessoas que trabalham em {{organization}}.",
      you: "Você",
      role_of: "Função de {{name}}",
      role_changed: "A função de {{name}} foi alterada.",
      remove: "Remover",
      remove_question: "Remover {{name}} de {{organization}}?",
      removed: "{{name}} não faz mais parte da organização.",
      leave: "Sair",
      leave_question: "Sair de {{organization}}? Você só poderá voltar com um novo convite.",
      email_label: "Endereço de e-mail",
      role_label: "Função",
      invite: "Convidar",
      invited: "{{email}} recebeu um convite. Ele aparece após o login com este endereço.",
      open_until: "Convite válido até {{date}}",
      revoke: "Revogar",
      revoked: "O convite de {{email}} foi revogado.",
      remove_organization: "Excluir organização",
      remove_organization_question:
        "Excluir {{organization}} e todo o seu conteúdo, para todos os membros?",
    },
    invitations: {
      heading: "Convites",
      invited_by: "Convite de {{email}}",
      accept: "Aceitar",
      decline: "Recusar",
      accepted: "Agora você é membro de {{organization}}.",
      declined: "Você recusou o convite de {{organization}}.",
    },
    errors: {
      org_already_member: "Esta pessoa já é membro.",
      org_email: "Digite um endereço de e-mail válido.",
      org_full: "A organização atingiu o limite de membros e convites pendentes.",
      org_invitation_over: "Este convite não é mais válido.",
      org_invitation_rate: "Você enviou muitos convites. Tente novamente em uma hora.",
      org_last_owner:
        "Uma organização precisa de um proprietário. Primeiro torne outro membro o proprietário.",
      org_limit: "Você atingiu o limite de organizações.",
      org_name: "Digite um nome de no máximo 80 caracteres.",
      org_no_such_member: "Esta pessoa não é mais membro.",
      org_not_member: "Você não é mais membro desta organização.",
      org_role: "Sua função não permite isso.",
      org_session: "Confirme seu segundo fator para usar organizações.",
    },
  },
};

export default ptBR;
