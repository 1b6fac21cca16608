import type { PluginLocale } from "../words.ts";

/** Indonesian, polite (Anda). */
const id: PluginLocale = {
  lang: "id",
  dir: "ltr",
  plugins: {
    check_email: {
      heading: "Periksa email Anda",
      sign_up_text:
        "Kami telah mengirim email ke {{email}}. Buka tautan di dalamnya untuk mengonfirmasi akun Anda.",
      magic_link_text:
        "Kami telah mengirim email ke {{email}}. Buka tautan di dalamnya untuk masuk.",
      forgotten_password_text:
        "Kami telah mengirim email ke {{email}}. Buka tautan di dalamnya untuk membuat kata sandi baru.",
      email_change_text:
        "Kami telah mengirim email ke {{email}}. Buka tautan di dalamnya untuk mengonfirmasi alamat itu.",
      waiting_text:
        "Tautan berfungsi di perangkat apa pun. Jika dibuka di browser ini, halaman ini ikut berlanjut.",
      same_browser_text: "Buka tautan di browser ini. Halaman ini akan ikut berlanjut.",
      code_text: "Atau masukkan kode dari email di sini.",
      have_code: "Punya kode? Masukkan",
      wrong_address: "Alamat salah?",
      open_mail: "Buka {{provider}}",
      resend_button_label: "Kirim lagi",
      resend_loading_button_label: "Mengirim…",
      resent: "Kami telah mengirimnya lagi.",
    },
    code: {
      wait_text: "Anda dapat memintanya lagi {{when}}.",
    },
    confirm: {
      signup_heading: "Konfirmasi akun Anda",
      signup_button_label: "Konfirmasi dan masuk",
      magiclink_heading: "Hampir selesai",
      magiclink_button_label: "Masuk",
      recovery_heading: "Atur ulang kata sandi",
      recovery_button_label: "Buat kata sandi baru",
      invite_heading: "Anda diundang",
      invite_button_label: "Terima dan masuk",
      email_change_heading: "Konfirmasi alamat email",
      email_change_button_label: "Konfirmasi alamat email",
      text: "Satu klik diperlukan, karena beberapa program email membuka sendiri tautan dalam email.",
      loading_button_label: "Sebentar…",
      half: "Salah satu dari dua alamat telah dikonfirmasi. Sekarang buka tautan yang kami kirim ke alamat lainnya.",
      incomplete: "Tautan ini tidak lengkap. Buka lagi dari email, atau minta yang baru.",
      expired: "Tautan ini sudah dipakai atau terlalu lama. Minta yang baru.",
      back: "Minta tautan baru",
    },
    phone: {
      use_phone: "Gunakan nomor telepon",
      use_email: "Gunakan alamat email",
      sign_in_heading: "Masuk dengan telepon",
      sign_up_heading: "Daftar dengan telepon",
      country_label: "Negara",
      number_label: "Nomor telepon",
      number_hint: "Seperti saat menelepon, atau dengan +",
      number_invalid: "Ini bukan nomor telepon yang lengkap.",
      send_button_label: "Kirim kode",
      send_loading_button_label: "Mengirim…",
      by_code: "Gunakan kode saja",
      by_password: "Gunakan kata sandi saja",
      code_text: "Kami telah mengirim kode ke {{phone}}.",
      wrong_number: "Nomor salah?",
    },
    anonymous: {
      button_label: "Lanjut sebagai tamu",
      loading_button_label: "Sebentar…",
      heading: "Simpan yang telah Anda buat",
      text: "Anda di sini sebagai tamu. Tambahkan cara untuk masuk, dan semuanya tetap milik Anda, di perangkat apa pun.",
      upgrade_button_label: "Buat akun saya",
      upgrade_loading_button_label: "Sebentar…",
      link: "Lanjut dengan {{provider}}",
    },
    existing: {
      text: "Tidak ada pesan? Mungkin Anda sudah punya akun.",
      sign_in: "Masuk",
      reset: "Atur ulang kata sandi",
    },
    errors: {
      not_allowed: "Anda tidak diizinkan melakukan ini.",
      not_available: "Fitur ini tidak diaktifkan di sini.",
      gone: "Ini sudah tidak ada.",
      network_changed: "Jaringan Anda berubah. Mulai lagi di perangkat ini.",
      code_wrong: "Kode ini tidak benar. Coba yang berikutnya.",
      code_needed: "Masukkan kode yang kami kirimkan.",
      second_step_needed: "Selesaikan dahulu langkah kedua untuk masuk.",
      other_step_needed: "Tambahkan dahulu langkah kedua yang lain.",
      too_many_steps: "Anda tidak dapat menambah lagi. Hapus salah satu dahulu.",
      step_name_taken: "Nama ini sudah ada. Pilih yang lain.",
      step_exists: "Anda sudah menambahkannya.",
      last_way_in: "Tautan cara masuk terakhir tidak dapat diputuskan.",
      identity_in_conflict: "Tautan ini tidak dapat diputuskan: alamat emailnya milik akun lain.",
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
      text: "Anda masuk melalui organisasi Anda. Kami menemukannya dari alamat Anda.",
      label: "Alamat email kantor",
      button_label: "Lanjutkan",
      missing: "Masukkan alamat email kantor Anda.",
      back: "Masuk dengan cara lain",
    },
    more_methods: {
      sign_in: "Cara lain untuk masuk",
      sign_up: "Cara lain untuk mendaftar",
    },
    captcha: {
      label: "Konfirmasikan bahwa Anda bukan robot",
      failed:
        "Pemeriksaan robot tidak dapat dimuat. Muat ulang halaman atau izinkan di browser Anda.",
    },
    last_used_method: {
      mark: "Terakhir dipakai",
    },
    email_suggestion: {
      use: "Maksud Anda {{email}}?",
    },
    offline: {
      text: "Anda sedang offline. Yang Anda ketik tetap di sini.",
      back: "Anda kembali online.",
      again: "Coba lagi",
    },
    checklist: {
      heading: "Syarat kata sandi",
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
        "Paling banyak 72 byte: {{count}} sejauh ini. Beberapa karakter dihitung lebih dari satu.",
      met: "Terpenuhi",
      unmet: "Belum terpenuhi",
    },
  },
};

export default id;
