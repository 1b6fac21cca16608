import type { OrganizationLocale } from "../en.ts";

/** Russian, polite (вы). */
const ru: OrganizationLocale = {
  lang: "ru",
  dir: "ltr",
  organizations: {
    switcher: {
      button_label: "Организация: {{name}}",
      heading: "Организации",
      personal: "Личный аккаунт",
      none: "Нет организации",
      create: "Создать организацию",
      name_label: "Название организации",
      create_button: "Создать",
      cancel: "Отмена",
    },
    roles: {
      owner: "Владелец",
      admin: "Администратор",
      member: "Участник",
    },
    members: {
      heading: "Участники",
      text: "Люди, которые работают в {{organization}}.",
      you: "Вы",
      role_of: "Роль: {{name}}",
      role_changed: "Роль изменена: {{name}}.",
      remove: "Удалить",
      remove_question: "Удалить {{name}} из {{organization}}?",
      removed: "Удалено: {{name}}.",
      leave: "Выйти",
      leave_question: "Выйти из {{organization}}? Вернуться можно только по новому приглашению.",
      email_label: "Адрес эл. почты",
      role_label: "Роль",
      invite: "Пригласить",
      invited: "Приглашение для {{email}} создано. Оно появится после входа с этим адресом.",
      open_until: "Приглашение действует до {{date}}",
      revoke: "Отозвать",
      revoked: "Приглашение для {{email}} отозвано.",
      remove_organization: "Удалить организацию",
      remove_organization_question:
        "Удалить {{organization}} и всё её содержимое для всех участников?",
    },
    invitations: {
      heading: "Приглашения",
      invited_by: "Приглашение от {{email}}",
      accept: "Принять",
      decline: "Отклонить",
      accepted: "Теперь вы участник {{organization}}.",
      declined: "Вы отклонили приглашение в {{organization}}.",
    },
    errors: {
      org_already_member: "Этот человек уже участник.",
      org_email: "Введите действительный адрес эл. почты.",
      org_full: "Организация достигла предела участников и открытых приглашений.",
      org_invitation_over: "Это приглашение больше не действует.",
      org_invitation_rate: "Вы отправили много приглашений. Повторите попытку через час.",
      org_last_owner:
        "У организации должен быть владелец. Сначала назначьте владельцем другого участника.",
      org_limit: "Вы достигли предела организаций.",
      org_name: "Введите название не длиннее 80 символов.",
      org_no_such_member: "Этот человек больше не участник.",
      org_not_member: "Вы больше не участник этой организации.",
      org_role: "Ваша роль этого не позволяет.",
      org_session: "Подтвердите второй фактор, чтобы работать с организациями.",
    },
  },
};

export default ru;
