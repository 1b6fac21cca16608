import type { ConsentLocale } from "../en.ts";

/** Romanian, informal (tu). */
const ro: ConsentLocale = {
  lang: "ro",
  dir: "ltr",
  consent: {
    consent: {
      heading: "Permiți ca {{name}} să te conecteze?",
      unnamed: "o aplicație fără nume",
      signed_in_as: "Ești conectat ca",
      guest: "vizitator",
      may: "Aplicația va putea",
      account: "să îți vadă contul: nume, e-mail, telefon și cum te conectezi",
      openid: "să te recunoască la fiecare conectare",
      profile: "să îți vadă numele și poza",
      email: "să îți vadă adresa de e-mail",
      phone: "să îți vadă numărul de telefon",
      offline_access: "să rămână conectată cât lipsești",
      goes_to: "Vei fi redirecționat către",
      hint: "Permite doar dacă recunoști această adresă și tocmai ai venit de acolo.",
      allow: "Permite",
      deny: "Refuză",
      loading: "Se încarcă…",
      leaving: "Se redirecționează…",
      continue: "Nu ai fost redirecționat? Continuă",
      again: "Încearcă din nou",
      none_heading: "Nimic de aprobat",
      none_text: "Acest link este incomplet. Întoarce-te la aplicație și conectează-te din nou.",
      over_heading: "Această cerere nu mai este valabilă",
      over_text:
        "A primit deja un răspuns, are mai mult de zece minute sau a fost deschisă de altcineva. Întoarce-te la aplicație și conectează-te din nou.",
      off_heading: "Indisponibil",
      off_text: "Conectarea la alte aplicații este oprită pe acest server.",
      failed_heading: "Cererea nu a putut fi încărcată",
    },
    errors: {
      forbidden_redirect: "Adresa aplicației nu este sigură.",
    },
  },
};

export default ro;
