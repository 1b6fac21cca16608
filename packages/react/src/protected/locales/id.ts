import type { GateLocale } from "../en.ts";

/** Indonesian, polite (Anda). */
const id: GateLocale = {
  lang: "id",
  dir: "ltr",
  gate: {
    second_factor: {
      heading: "Satu langkah lagi",
      totp_text: "Masukkan kode yang ditampilkan aplikasi autentikator Anda.",
      phone_text: "Kami mengirim kode ke telepon Anda.",
      webauthn_text: "Konfirmasikan dengan kunci keamanan atau perangkat ini.",
      recovery_code_text:
        "Masukkan salah satu kode pemulihan Anda. Kode hanya berfungsi satu kali.",
      code_label: "Kode",
      button_label: "Lanjutkan",
      send_button_label: "Kirim kode",
      resend_button_label: "Kirim kode lain",
      sent_text: "Kami telah mengirim kode kepada Anda.",
      webauthn_button_label: "Gunakan kunci keamanan",
      other_totp: "Gunakan aplikasi autentikator saja",
      other_phone: "Gunakan SMS saja",
      other_webauthn: "Gunakan kunci keamanan saja",
      other_recovery_code: "Gunakan kode pemulihan saja",
      sign_out: "Gunakan akun lain",
    },
    session_ended: {
      heading: "Sesi Anda telah berakhir",
      text: "Masuk lagi untuk melanjutkan dari tempat terakhir. Yang Anda ketik masih ada.",
      leave: "Keluar tanpa masuk lagi",
    },
    errors: {
      mfa_verification_failed: "Kode ini tidak benar. Coba yang berikutnya.",
      mfa_challenge_expired: "Kode ini sudah kedaluwarsa. Minta yang baru.",
      mfa_recovery_codes_locked:
        "Terlalu banyak kode yang salah. Tunggu sebentar atau gunakan cara lain.",
      webauthn_cancelled: "Perangkat Anda tidak mengonfirmasi. Coba lagi.",
      webauthn_unsupported: "Browser ini tidak dapat menggunakan kunci keamanan.",
      webauthn_verification_failed: "Kunci keamanan ini bukan milik akun ini.",
    },
  },
};

export default id;
