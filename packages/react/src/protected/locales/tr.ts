import type { GateLocale } from "../en.ts";

/** Turkish, polite (siz); buttons in the plain imperative, as is usual. */
const tr: GateLocale = {
  lang: "tr",
  dir: "ltr",
  gate: {
    second_factor: {
      heading: "Bir adım daha",
      totp_text: "Kimlik doğrulama uygulamanızın gösterdiği kodu girin.",
      phone_text: "Telefonunuza bir kod göndereceğiz.",
      webauthn_text: "Güvenlik anahtarınızla veya bu cihazla onaylayın.",
      recovery_code_text: "Kurtarma kodlarınızdan birini girin. Yalnızca bir kez kullanılabilir.",
      code_label: "Kod",
      button_label: "Devam et",
      send_button_label: "Kod gönder",
      resend_button_label: "Yeni kod gönder",
      sent_text: "Size bir kod gönderdik.",
      webauthn_button_label: "Güvenlik anahtarını kullan",
      other_totp: "Kimlik doğrulama uygulaması kullan",
      other_phone: "SMS kullan",
      other_webauthn: "Güvenlik anahtarı kullan",
      other_recovery_code: "Kurtarma kodu kullan",
      sign_out: "Başka bir hesap kullan",
    },
    session_ended: {
      heading: "Oturumunuz sona erdi",
      text: "Kaldığınız yerden devam etmek için tekrar giriş yapın. Yazdıklarınız hâlâ burada.",
      leave: "Giriş yapmadan ayrıl",
    },
    errors: {
      mfa_verification_failed: "Bu kod doğru değil. Sonrakini deneyin.",
      mfa_challenge_expired: "Bu kodun süresi doldu. Yenisini isteyin.",
      mfa_recovery_codes_locked:
        "Çok fazla yanlış kod girildi. Biraz bekleyin veya başka bir yol kullanın.",
      webauthn_cancelled: "Cihazınız bunu onaylamadı. Tekrar deneyin.",
      webauthn_unsupported: "Bu tarayıcı güvenlik anahtarlarını kullanamıyor.",
      webauthn_verification_failed: "Bu güvenlik anahtarı bu hesaba ait değil.",
    },
  },
};

export default tr;
