import type { GateLocale } from "../en.ts";

/** Russian, polite (вы). */
const ru: GateLocale = {
  lang: "ru",
  dir: "ltr",
  gate: {
    second_factor: {
      heading: "Ещё один шаг",
      totp_text: "Введите код из приложения-аутентификатора.",
      phone_text: "Мы отправим код на ваш телефон.",
      webauthn_text: "Подтвердите вход ключом безопасности или этим устройством.",
      recovery_code_text: "Введите один из кодов восстановления. Он действует только один раз.",
      code_label: "Код",
      button_label: "Продолжить",
      send_button_label: "Отправить код",
      resend_button_label: "Отправить новый код",
      sent_text: "Мы отправили вам код.",
      webauthn_button_label: "Использовать ключ безопасности",
      other_totp: "Использовать приложение-аутентификатор",
      other_phone: "Использовать СМС",
      other_webauthn: "Использовать ключ безопасности",
      other_recovery_code: "Использовать код восстановления",
      sign_out: "Войти в\u00a0другой аккаунт",
    },
    session_ended: {
      heading: "Сеанс завершён",
      text: "Войдите снова, чтобы продолжить с\u00a0того же места. Всё, что вы ввели, сохранилось.",
      leave: "Уйти без входа",
    },
    errors: {
      mfa_verification_failed: "Неверный код. Попробуйте следующий.",
      mfa_challenge_expired: "Срок действия кода истёк. Запросите новый.",
      mfa_recovery_codes_locked:
        "Слишком много неверных кодов. Подождите немного или выберите другой способ.",
      webauthn_cancelled: "Устройство этого не подтвердило. Попробуйте ещё раз.",
      webauthn_unsupported: "Этот браузер не поддерживает ключи безопасности.",
      webauthn_verification_failed: "Этот ключ безопасности не принадлежит этому аккаунту.",
    },
  },
};

export default ru;
