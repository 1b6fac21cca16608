import { z } from "zod";

/** Bytes in base64url (RFC 4648, section 5); padding is taken, and dropped. */
export const base64url = () =>
  z
    .string()
    .regex(/^[\w-]+=*$/)
    .transform((text) => text.replaceAll("=", ""));
