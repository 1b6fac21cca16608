import { z } from "zod";

/** Base64url (RFC 4648, section 5). Padding is accepted and removed. */
export const base64url = () =>
  z
    .string()
    .regex(/^[\w-]+=*$/)
    .transform((text) => text.replaceAll("=", ""));
