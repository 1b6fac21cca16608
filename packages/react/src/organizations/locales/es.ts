import type { OrganizationLocale } from "../en.ts";

/** Spanish (tú), without regional words. */
const es: OrganizationLocale = {
  lang: "es",
  dir: "ltr",
  organizations: {
    switcher: {
      button_label: "Organización: {{name}}",
      heading: "Organizaciones",
      personal: "Cuenta personal",
      none: "Ninguna organización",
      create: "Crear organización",
      name_label: "Nombre de la organización",
      create_button: "Crear",
      cancel: "Cancelar",
    },
    roles: {
      owner: "Propietario",
      admin: "Administrador",
      member: "Miembro",
    },
    members: {
      heading: "Miembros",
      text: "Las personas que trabajan en {{organization}}.",
      you: "Tú",
      role_of: "Rol de {{name}}",
      role_changed: "Se cambió el rol de {{name}}.",
      remove: "Quitar",
      remove_question: "¿Quitar a {{name}} de {{organization}}?",
      removed: "Se quitó a {{name}}.",
      leave: "Salir",
      leave_question: "¿Salir de {{organization}}? Solo podrás volver con una nueva invitación.",
      email_label: "Correo electrónico",
      role_label: "Rol",
      invite: "Invitar",
      invited: "Se invitó a {{email}}. La invitación aparece al iniciar sesión con esta dirección.",
      open_until: "Invitación válida hasta el {{date}}",
      revoke: "Revocar",
      revoked: "Se revocó la invitación de {{email}}.",
      remove_organization: "Eliminar organización",
      remove_organization_question:
        "¿Eliminar {{organization}} y todo su contenido para todos los miembros?",
    },
    invitations: {
      heading: "Invitaciones",
      invited_by: "Invitación de {{email}}",
      accept: "Aceptar",
      decline: "Rechazar",
      accepted: "Ahora eres miembro de {{organization}}.",
      declined: "Rechazaste la invitación de {{organization}}.",
    },
    errors: {
      org_already_member: "Esta persona ya es miembro.",
      org_email: "Introduce una dirección de correo válida.",
      org_full: "La organización alcanzó su límite de miembros e invitaciones pendientes.",
      org_invitation_over: "Esta invitación ya no es válida.",
      org_invitation_rate: "Has enviado muchas invitaciones. Inténtalo de nuevo en una hora.",
      org_last_owner:
        "Una organización necesita un propietario. Nombra antes propietario a otro miembro.",
      org_limit: "Has alcanzado el límite de organizaciones.",
      org_name: "Introduce un nombre de 80 caracteres como máximo.",
      org_no_such_member: "Esta persona ya no es miembro.",
      org_not_member: "Ya no eres miembro de esta organización.",
      org_role: "Tu rol no lo permite.",
      org_session: "Confirma tu segundo factor para usar organizaciones.",
    },
  },
};

export default es;
