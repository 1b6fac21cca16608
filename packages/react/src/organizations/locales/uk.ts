import type { OrganizationLocale } from "../en.ts";

/** Ukrainian, polite (ви). */
const uk: OrganizationLocale = {
  lang: "uk",
  dir: "ltr",
  organizations: {
    switcher: {
      button_label: "Організація: {{name}}",
      heading: "Організації",
      personal: "Особистий обліковий запис",
      none: "Немає організації",
      create: "Створити організацію",
      name_label: "Назва організації",
      create_button: "Створити",
      cancel: "Скасувати",
    },
    roles: {
      owner: "Власник",
      admin: "Адміністратор",
      member: "Учасник",
    },
    members: {
      heading: "Учасники",
      text: "Люди, які працюють у {{organization}}.",
      you: "Ви",
      role_of: "Роль: {{name}}",
      role_changed: "Роль змінено: {{name}}.",
      remove: "Вилучити",
      remove_question: "Вилучити {{name}} з {{organization}}?",
      removed: "Вилучено: {{name}}.",
      leave: "Вийти",
      leave_question: "Вийти з {{organization}}? Повернутися можна лише за новим запрошенням.",
      email_label: "Адреса ел. пошти",
      role_label: "Роль",
      invite: "Запросити",
      invited: "Запрошення для {{email}} створено. Воно з’явиться після входу з цією адресою.",
      open_until: "Запрошення діє до {{date}}",
      revoke: "Відкликати",
      revoked: "Запрошення для {{email}} відкликано.",
      remove_organization: "Видалити організацію",
      remove_organization_question: "Видалити {{organization}} і весь її вміст для всіх учасників?",
    },
    invitations: {
      heading: "Запрошення",
      invited_by: "Запрошення від {{email}}",
      accept: "Прийняти",
      decline: "Відхилити",
      accepted: "Тепер ви учасник {{organization}}.",
      declined: "Ви відхилили запрошення до {{organization}}.",
    },
    errors: {
      org_already_member: "Ця людина вже учасник.",
      org_email: "Введіть дійсну адресу ел. пошти.",
      org_full: "Організація досягла межі учасників і відкритих запрошень.",
      org_invitation_over: "Це запрошення більше не дійсне.",
      org_invitation_rate: "Ви надіслали багато запрошень. Спробуйте ще раз за годину.",
      org_last_owner:
        "Організація повинна мати власника. Спершу зробіть власником іншого учасника.",
      org_limit: "Ви досягли межі організацій.",
      org_name: "Введіть назву до 80 символів.",
      org_no_such_member: "Ця людина більше не учасник.",
      org_not_member: "Ви більше не учасник цієї організації.",
      org_role: "Ваша роль цього не дозволяє.",
      org_session: "Підтвердьте другий фактор, щоб працювати з організаціями.",
    },
  },
};

export default uk;
