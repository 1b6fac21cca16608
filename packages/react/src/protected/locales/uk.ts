import type { GateLocale } from "../en.ts";

/** Ukrainian, polite (ви). */
const uk: GateLocale = {
  lang: "uk",
  dir: "ltr",
  gate: {
    second_factor: {
      heading: "Ще один крок",
      totp_text: "Введіть код із\u00a0застосунку для автентифікації.",
      phone_text: "Ми надішлемо код на ваш телефон.",
      webauthn_text: "Підтвердьте вхід ключем безпеки або цим пристроєм.",
      recovery_code_text: "Введіть один із кодів відновлення. Він діє лише один раз.",
      code_label: "Код",
      button_label: "Далі",
      send_button_label: "Надіслати код",
      resend_button_label: "Надіслати новий код",
      sent_text: "Ми надіслали вам код.",
      webauthn_button_label: "Скористатися ключем безпеки",
      other_totp: "Скористатися застосунком для автентифікації",
      other_phone: "Скористатися SMS",
      other_webauthn: "Скористатися ключем безпеки",
      other_recovery_code: "Скористатися кодом відновлення",
      sign_out: "Увійти в\u00a0інший обліковий запис",
    },
    session_ended: {
      heading: "Сеанс завершено",
      text: "Увійдіть знову, щоб продовжити з\u00a0того самого місця. Усе, що ви ввели, збереглося.",
      leave: "Піти без входу",
    },
    errors: {
      mfa_verification_failed: "Неправильний код. Спробуйте наступний.",
      mfa_challenge_expired: "Термін дії коду минув. Запросіть новий.",
      mfa_recovery_codes_locked:
        "Забагато хибних кодів. Зачекайте трохи або виберіть інший спосіб.",
      webauthn_cancelled: "Пристрій цього не підтвердив. Спробуйте ще раз.",
      webauthn_unsupported: "Цей браузер не підтримує ключів безпеки.",
      webauthn_verification_failed: "Цей ключ безпеки не належить цьому обліковому запису.",
    },
  },
};

export default uk;
