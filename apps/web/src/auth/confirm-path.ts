/** Where the links of our messages lead: the templates in supabase/templates name it. */
export const confirmPath = "/confirm";
