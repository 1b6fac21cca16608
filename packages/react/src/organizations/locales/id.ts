import type { OrganizationLocale } from "../en.ts";

/** Indonesian, polite (Anda). */
const id: OrganizationLocale = {
  lang: "id",
  dir: "ltr",
  organizations: {
    switcher: {
      button_label: "Organisasi: {{name}}",
      heading: "Organisasi",
      personal: "Akun pribadi",
      none: "Tidak ada organisasi",
      create: "Buat organisasi",
      name_label: "Nama organisasi",
      create_button: "Buat",
      cancel: "Batal",
    },
    roles: {
      owner: "Pemilik",
      admin: "Pengelola",
      member: "Anggota",
    },
    members: {
      heading: "Anggota",
      text: "Orang yang bekerja di {{organization}}.",
      you: "Anda",
      role_of: "Peran {{name}}",
      role_changed: "Peran {{name}} telah diubah.",
      remove: "Keluarkan",
      remove_question: "Keluarkan {{name}} dari {{organization}}?",
      removed: "{{name}} telah dikeluarkan.",
      leave: "Keluar",
      leave_question:
        "Keluar dari {{organization}}? Anda hanya dapat kembali dengan undangan baru.",
      email_label: "Alamat email",
      role_label: "Peran",
      invite: "Undang",
      invited: "{{email}} telah diundang. Undangan muncul setelah masuk dengan alamat ini.",
      open_until: "Diundang hingga {{date}}",
      revoke: "Cabut",
      revoked: "Undangan untuk {{email}} telah dicabut.",
      remove_organization: "Hapus organisasi",
      remove_organization_question: "Hapus {{organization}} dan semua isinya, untuk semua anggota?",
    },
    invitations: {
      heading: "Undangan",
      invited_by: "Diundang oleh {{email}}",
      accept: "Terima",
      decline: "Tolak",
      accepted: "Anda sekarang anggota {{organization}}.",
      declined: "Anda menolak undangan dari {{organization}}.",
    },
    errors: {
      org_already_member: "Orang ini sudah menjadi anggota.",
      org_email: "Masukkan alamat email yang valid.",
      org_full: "Organisasi telah mencapai batas anggota dan undangan terbuka.",
      org_invitation_over: "Undangan ini sudah tidak berlaku.",
      org_invitation_rate: "Anda telah mengirim banyak undangan. Coba lagi dalam satu jam.",
      org_last_owner:
        "Organisasi memerlukan pemilik. Jadikan anggota lain pemilik terlebih dahulu.",
      org_limit: "Anda telah mencapai batas organisasi.",
      org_name: "Masukkan nama paling banyak 80 karakter.",
      org_no_such_member: "Orang ini bukan anggota lagi.",
      org_not_member: "Anda bukan lagi anggota organisasi ini.",
      org_role: "Peran Anda tidak mengizinkan hal ini.",
      org_session: "Konfirmasi faktor kedua Anda untuk menggunakan organisasi.",
    },
  },
};

export default id;
