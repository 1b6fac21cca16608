import type { AroundLocale } from "../words.ts";

/** Turkish, polite (siz); buttons in the plain imperative, as is usual. */
const tr: AroundLocale = {
  lang: "tr",
  dir: "ltr",
  around: {
    errors: {
      not_allowed: "Bunu yapmanıza izin verilmiyor.",
      not_available: "Bu burada açık değil.",
      gone: "Artık yok.",
      network_changed: "Ağınız değişti. Bu cihazda yeniden başlayın.",
      code_wrong: "Bu kod doğru değil. Sonrakini deneyin.",
      code_needed: "Size gönderdiğimiz kodu girin.",
      second_step_needed: "Önce ikinci adımınızla giriş yapın.",
      other_step_needed: "Önce başka bir ikinci adım ekleyin.",
      too_many_steps: "Daha fazlasını ekleyemezsiniz. Önce birini kaldırın.",
      step_name_taken: "Bu ad zaten var. Başka bir ad seçin.",
      step_exists: "Bunu zaten eklediniz.",
      last_way_in: "Son giriş yolunun bağlantısı kaldırılamaz.",
      identity_in_conflict: "Bağlantısı kesilemez: e-posta adresi başka bir hesaba ait.",
      identity_taken: "Bu zaten başka bir hesaba ait.",
      robot: "Robot olmadığınızdan emin olamadık. Lütfen tekrar deneyin.",
      email_refused: "Bu adrese e-posta gönderemiyoruz. Başka bir adres kullanın.",
      sso_off: "Tek oturum açma burada açık değil. Başka bir yolla giriş yapın.",
      sso_unknown: "Bu adres için tek oturum açma yok. Başka bir yolla giriş yapın.",
      sso_faulty: "Kuruluşunuzun tek oturum açması çalışmadı. Yöneticilerine sorun.",
      sso_managed: "Bununla kuruluşunuz ilgileniyor. Oradan değiştirin.",
    },
    help: {
      resend: "Onayı yeniden gönder",
      wait: "{{seconds}}\u00a0sn sonra deneyin",
      again: "Tekrar dene",
    },
    passkeys: {
      button_label: "Geçiş anahtarıyla giriş yap",
      cancelled: "Cihazınız bunu onaylamadı. Tekrar deneyin veya başka bir yolla giriş yapın.",
    },
    passkey_offer: {
      heading: "Bir dahaki sefere şifresiz giriş yapın",
      text: "Geçiş anahtarı; parmak izinizi, yüzünüzü veya bu cihazın PIN kodunu kullanır.",
      add: "Geçiş anahtarı ekle",
      later: "Şimdi değil",
      never: "Bir daha sorma",
      done: "Tamam. Bir dahaki sefere geçiş anahtarınızla giriş yapın.",
    },
    sso: {
      link: "Tek oturum açmayı kullan",
      heading: "Tek oturum açma",
      text: "Girişinizi kuruluşunuz yapar. Onu adresinizden buluruz.",
      label: "İş e-posta adresi",
      button_label: "Devam",
      missing: "İş e-posta adresinizi girin.",
      back: "Başka bir yolla giriş yap",
    },
    captcha: {
      label: "Robot olmadığınızın kontrolü",
      failed:
        "Robotlara karşı kontrol yüklenemedi. Sayfayı yenileyin veya tarayıcınızda izin verin.",
    },
    last_used: {
      mark: "Son kullanılan",
    },
    mail_hint: {
      use: "{{email}} mi demek istediniz?",
    },
    offline: {
      text: "Çevrimdışısınız. Yazdıklarınız burada kalır.",
      back: "Yeniden çevrimiçisiniz.",
      again: "Tekrar dene",
    },
    checklist: {
      heading: "Şifre için gerekenler",
      length: "En az {{count}} karakter",
      longer: "Daha çok karakter",
      lower: "Bir küçük harf",
      upper: "Bir büyük harf",
      letter: "Bir harf",
      digit: "Bir rakam",
      symbol: "! veya ? gibi bir simge",
      kinds: "Daha çok karakter türü",
      pwned: "Sızdırılmış şifreler listesinde bulunmamak",
      bytes: "En çok 72 bayt: şu ana kadar {{count}}. Bazı karakterler birden çok sayılır.",
      met: "Sağlandı",
      unmet: "Henüz sağlanmadı",
    },
  },
};

export default tr;
