/** The target of the links in our e-mails; the templates in supabase/templates contain it. */
export const confirmPath = "/confirm";
