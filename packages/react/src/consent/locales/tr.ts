import type { ConsentLocale } from "../en.ts";

/** Turkish, polite (siz); buttons in the plain imperative, as is usual. */
const tr: ConsentLocale = {
  lang: "tr",
  dir: "ltr",
  consent: {
    consent: {
      heading: "{{name}} oturumunuzu açabilsin mi?",
      unnamed: "adsız bir uygulama",
      signed_in_as: "Şu hesapla giriş yaptınız",
      guest: "misafir",
      may: "Uygulama şunları yapabilecek",
      account: "hesabınızı görmek: ad, e-posta, telefon ve giriş yöntemleriniz",
      openid: "her girişinizde sizi tanımak",
      profile: "adınızı ve resminizi görmek",
      email: "e-posta adresinizi görmek",
      phone: "telefon numaranızı görmek",
      offline_access: "siz yokken bağlı kalmak",
      goes_to: "Yönlendirileceğiniz yer",
      hint: "Yalnızca bu adresi tanıyorsanız ve az önce oradan geldiyseniz izin verin.",
      allow: "İzin ver",
      deny: "Reddet",
      loading: "Yükleniyor…",
      leaving: "Yönlendiriliyor…",
      continue: "Yönlendirilmediniz mi? Devam edin",
      again: "Yeniden dene",
      none_heading: "Onaylanacak bir şey yok",
      none_text: "Bu bağlantı eksik. Uygulamaya dönüp yeniden giriş yapın.",
      over_heading: "Bu istek artık geçerli değil",
      over_text:
        "Zaten yanıtlandı, üzerinden on dakikadan fazla geçti veya başkası tarafından açıldı. Uygulamaya dönüp yeniden giriş yapın.",
      off_heading: "Kullanılamıyor",
      off_text: "Bu sunucuda diğer uygulamalara giriş kapalı.",
      failed_heading: "İstek yüklenemedi",
    },
    errors: {
      forbidden_redirect: "Uygulamanın adresini açmak güvenli değil.",
    },
  },
};

export default tr;
