import type { ConsentLocale } from "../en.ts";

/** Indonesian, polite (Anda). */
const id: ConsentLocale = {
  lang: "id",
  dir: "ltr",
  consent: {
    consent: {
      heading: "Izinkan {{name}} memasukkan Anda?",
      unnamed: "aplikasi tanpa nama",
      signed_in_as: "Anda masuk sebagai",
      guest: "tamu",
      may: "Aplikasi ini akan dapat",
      account: "melihat akun Anda: nama, email, telepon, dan cara Anda masuk",
      openid: "mengenali Anda setiap kali Anda masuk",
      profile: "melihat nama dan foto Anda",
      email: "melihat alamat email Anda",
      phone: "melihat nomor telepon Anda",
      offline_access: "tetap terhubung saat Anda tidak ada",
      goes_to: "Anda akan dialihkan ke",
      hint: "Izinkan hanya jika Anda mengenali alamat ini dan baru saja datang dari sana.",
      allow: "Izinkan",
      deny: "Tolak",
      loading: "Memuat…",
      leaving: "Mengalihkan…",
      continue: "Tidak dialihkan? Lanjutkan",
      again: "Coba lagi",
      none_heading: "Tidak ada yang perlu disetujui",
      none_text: "Tautan ini tidak lengkap. Kembali ke aplikasi dan masuk lagi.",
      over_heading: "Permintaan ini tidak berlaku lagi",
      over_text:
        "Permintaan ini sudah dijawab, sudah lebih dari sepuluh menit, atau dibuka oleh orang lain. Kembali ke aplikasi dan masuk lagi.",
      off_heading: "Tidak tersedia",
      off_text: "Masuk ke aplikasi lain dimatikan di server ini.",
      failed_heading: "Permintaan tidak dapat dimuat",
    },
    errors: {
      forbidden_redirect: "Alamat aplikasi itu tidak aman untuk dibuka.",
    },
  },
};

export default id;
