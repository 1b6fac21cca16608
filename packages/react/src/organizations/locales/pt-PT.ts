import type { OrganizationLocale } from "../en.ts";

/** Portuguese of Portugal, formal. */
const ptPT: OrganizationLocale = {
  lang: "pt-PT",
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
      removed: "{{name}} já não faz parte da organização.",
      leave: "Sair",
      leave_question: "Sair de {{organization}}? Só poderá voltar com um novo convite.",
      email_label: "Endereço de e-mail",
      role_label: "Função",
      invite: "Convidar",
      invited: "{{email}} recebeu um convite, que aparece ao iniciar sessão com este endereço.",
      open_until: "Convite válido até {{date}}",
      revoke: "Revogar",
      revoked: "O convite de {{email}} foi revogado.",
      remove_organization: "Eliminar organização",
      remove_organization_question:
        "Eliminar {{organization}} e todo o seu conteúdo, para todos os membros?",
    },
    invitations: {
      heading: "Convites",
      invited_by: "Convite de {{email}}",
      accept: "Aceitar",
      decline: "Recusar",
      accepted: "Agora é membro de {{organization}}.",
      declined: "Recusou o convite de {{organization}}.",
    },
    errors: {
      org_already_member: "Esta pessoa já é membro.",
      org_email: "Introduza um endereço de e-mail válido.",
      org_full: "A organização atingiu o limite de membros e convites pendentes.",
      org_invitation_over: "Este convite já não é válido.",
      org_invitation_rate: "Enviou muitos convites. Tente novamente dentro de uma hora.",
      org_last_owner:
        "Uma organização precisa de um proprietário. Primeiro, torne outro membro o proprietário.",
      org_limit: "Atingiu o limite de organizações.",
      org_name: "Introduza um nome com 80 caracteres, no máximo.",
      org_no_such_member: "Esta pessoa já não é membro.",
      org_not_member: "Já não é membro desta organização.",
      org_role: "A sua função não o permite.",
      org_session: "Confirme o segundo fator para utilizar organizações.",
    },
  },
};

export default ptPT;
