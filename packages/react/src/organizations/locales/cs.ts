import type { OrganizationLocale } from "../en.ts";

/** Czech, polite (vy). */
const cs: OrganizationLocale = {
  lang: "cs",
  dir: "ltr",
  organizations: {
    switcher: {
      button_label: "Organizace: {{name}}",
      heading: "Organizace",
      personal: "Osobní účet",
      none: "Žádná organizace",
      create: "Vytvořit organizaci",
      name_label: "Název organizace",
      create_button: "Vytvořit",
      cancel: "Zrušit",
    },
    roles: {
      owner: "Vlastník",
      admin: "Správce",
      member: "Člen",
    },
    members: {
      heading: "Členové",
      text: "Lidé, kteří pracují v {{organization}}.",
      you: "Vy",
      role_of: "Role: {{name}}",
      role_changed: "Role byla změněna: {{name}}.",
      remove: "Odebrat",
      remove_question: "Odebrat {{name}} z {{organization}}?",
      removed: "Odebráno: {{name}}.",
      leave: "Opustit",
      leave_question: "Opustit {{organization}}? Vrátit se můžete jen s novou pozvánkou.",
      email_label: "E-mailová adresa",
      role_label: "Role člena",
      invite: "Pozvat",
      invited: "Adresa {{email}} byla pozvána. Pozvánka se zobrazí po přihlášení s touto adresou.",
      open_until: "Pozvánka platí do {{date}}",
      revoke: "Odvolat",
      revoked: "Pozvánka pro {{email}} byla odvolána.",
      remove_organization: "Smazat organizaci",
      remove_organization_question:
        "Smazat {{organization}} a veškerý její obsah pro všechny členy?",
    },
    invitations: {
      heading: "Pozvánky",
      invited_by: "Pozvánka od {{email}}",
      accept: "Přijmout",
      decline: "Odmítnout",
      accepted: "Nyní jste členem {{organization}}.",
      declined: "Pozvánku do {{organization}} jste odmítli.",
    },
    errors: {
      org_already_member: "Tato osoba už je členem.",
      org_email: "Zadejte platnou e-mailovou adresu.",
      org_full: "Organizace dosáhla limitu členů a otevřených pozvánek.",
      org_invitation_over: "Tato pozvánka už neplatí.",
      org_invitation_rate: "Odeslali jste mnoho pozvánek. Zkuste to znovu za hodinu.",
      org_last_owner: "Organizace potřebuje vlastníka. Nejprve udělejte vlastníkem jiného člena.",
      org_limit: "Dosáhli jste limitu organizací.",
      org_name: "Zadejte název o délce nejvýše 80 znaků.",
      org_no_such_member: "Tato osoba už není členem.",
      org_not_member: "Už nejste členem této organizace.",
      org_role: "Vaše role to neumožňuje.",
      org_session: "Pro práci s organizacemi potvrďte druhý faktor.",
    },
  },
};

export default cs;
