import type { AroundLocale } from "../words.ts";

/** Indonesian, polite (Anda). */
const id: AroundLocale = {
  lang: "id",
  dir: "ltr",
  around: {
    errors: {
      not_allowed: "Anda tidak diizinkan melakukan ini.",
      not_available: "Ini tidak diaktifkan di sini.",
      gone: "Ini sudah tidak ada.",
      network_changed: "Jaringan Anda berubah. Mulai lagi di perangkat ini.",
      code_wrong: "Kode ini tidak benar. Coba yang berikutnya.",
      code_needed: "Masukkan kode yang kami kirimkan.",
      second_step_needed: "Masuk dahulu dengan langkah kedua Anda.",
      other_step_needed: "Tambahkan dahulu langkah kedua yang lain.",
      too_many_steps: "Anda tidak dapat menambah lagi. Hapus salah satu dahulu.",
      step_name_taken: "Nama ini sudah ada. Pilih yang lain.",
      step_exists: "Anda sudah menambahkannya.",
      last_way_in: "Cara masuk terakhir tidak dapat diputuskan.",
      identity_in_conflict: "Ini tidak dapat dilepas: alamat emailnya milik akun lain.",
      identity_taken: "Ini sudah milik akun lain.",
      robot: "Kami tidak dapat memastikan bahwa Anda bukan robot. Silakan coba lagi.",
      email_refused: "Kami tidak dapat mengirim email ke alamat ini. Gunakan alamat lain.",
      sso_off: "Sistem masuk tunggal tidak diaktifkan di sini. Masuklah dengan cara lain.",
      sso_unknown: "Tidak ada sistem masuk tunggal untuk alamat ini. Masuklah dengan cara lain.",
      sso_faulty:
        "Sistem masuk tunggal organisasi Anda tidak berhasil. Tanyakan kepada administratornya.",
      sso_managed: "Organisasi Anda mengurus hal ini. Ubahlah di sana.",
    },
    help: {
      resend: "Kirim lagi konfirmasi",
      wait: "Coba lagi dalam {{seconds}}\u00a0dtk",
      again: "Coba lagi",
    },
    passkeys: {
      button_label: "Masuk dengan kunci sandi",
      cancelled: "Perangkat Anda tidak mengonfirmasinya. Coba lagi atau masuklah dengan cara lain.",
    },
    passkey_offer: {
      heading: "Lain kali masuk tanpa kata sandi",
      text: "Kunci sandi memakai sidik jari, wajah, atau PIN perangkat ini.",
      add: "Tambahkan kunci sandi",
      later: "Jangan sekarang",
      never: "Jangan tanya lagi",
      done: "Selesai. Lain kali masuklah dengan kunci sandi Anda.",
    },
    sso: {
      link: "Gunakan sistem masuk tunggal",
      heading: "Sistem masuk tunggal",
      text: "Organisasi Anda yang memasukkan Anda. Kami menemukannya dari alamat Anda.",
      label: "Alamat email kantor",
      button_label: "Lanjutkan",
      missing: "Masukkan alamat email kantor Anda.",
      back: "Masuk dengan cara lain",
    },
    captcha: {
      label: "Pemeriksaan bahwa Anda bukan robot",
      failed:
        "Pemeriksaan robot tidak dapat dimuat. Muat ulang halaman atau izinkan di peramban Anda.",
    },
    last_used: {
      mark: "Terakhir dipakai",
    },
    mail_hint: {
      use: "Maksud Anda {{email}}?",
    },
    offline: {
      text: "Anda sedang offline. Yang Anda ketik tetap di sini.",
      back: "Anda kembali online.",
      again: "Coba lagi",
    },
    checklist: {
      heading: "Kata sandi memerlukan",
      length: "Minimal {{count}} karakter",
      longer: "Lebih banyak karakter",
      lower: "Satu huruf kecil",
      upper: "Satu huruf besar",
      letter: "Satu huruf",
      digit: "Satu angka",
      symbol: "Satu simbol, seperti ! atau ?",
      kinds: "Lebih banyak jenis karakter",
      pwned: "Tidak ada dalam daftar kata sandi yang bocor",
      bytes:
        "Paling banyak 72 bita: {{count}} sejauh ini. Beberapa karakter dihitung lebih dari satu.",
      met: "Terpenuhi",
      unmet: "Belum terpenuhi",
    },
  },
};

export default id;
