import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { Connection } from "../../database/port.ts";
import { type Delivery, Undeliverable } from "../../mail/outbox.ts";
import { TemplateError } from "../../mail/template/syntax.ts";
import { MailError } from "../../mail/transport.ts";
import { type AuditAction, recordAudit, userAs } from "../audit/log.ts";
import type { AuthContext } from "../context.ts";
import { AuthError } from "../errors.ts";
import { currentAddress, runWithCallerAddress } from "../hooks/calling-address.ts";
import { resetCooldown } from "../limits/cooldown.ts";
import {
  deliverTokenEmails,
  prepareRepeatedEmailChange,
  prepareTokenEmail,
  simulateSending,
} from "../messages/send-token-emails.ts";
import { deliverText, messageIdOf, prepareText, type TextMessage } from "../messages/texts.ts";
import type { TokenEmail, TokenEmailKind } from "../messages/token-email-kinds.ts";
import { digestOf } from "../request/addresses.ts";
import { createFlowState } from "../tokens/flow-states.ts";
import {
  findOwnerOfEmail,
  findUserByEmail,
  findUserByPhone,
  lockUser,
  type User,
} from "../users/users.ts";
import { isProven, resetUnprovenAccount } from "./possession.ts";

/**
 * The reasons for a message. Which message is sent, if any, depends on the account, and is decided after the
 * response, so that the response does not depend on the account.
 */
const purposes = [
  "signup",
  "signup_again",
  "sign_in",
  "recovery",
  "email_change",
  "phone_change",
] as const;

const schema = z.object({
  occasion: z.enum(purposes),
  /** The e-mail address or phone number of the account. */
  address: z.string(),
  /** The page that the link finally redirects to. */
  redirectTo: z.string().default(""),
  codeChallenge: z.object({ challenge: z.string(), method: z.enum(["s256", "plain"]) }).optional(),
  messenger: z.enum(["sms", "whatsapp"]).default("sms"),
  /** True if the caller did not know the password of the unconfirmed account with the address (docs/decisions/0008). */
  isContested: z.boolean().default(false),
  /**
   * The only account that may receive the message. If another account has the address by now, its owner must
   * not confirm what this person left in it.
   */
  userId: z.string().optional(),
  /** The metadata of the sign-up. */
  data: z.record(z.string(), z.unknown()).default({}),
  /** The IP address of the request, for the hooks. */
  caller: z.string().optional(),
});

type Requested = z.output<typeof schema>;

/** A message that a request asks for. */
export type RequestedMessage = z.input<typeof schema>;

/** Queues the message in the transaction of the request's other changes. */
export async function addMessage(
  context: AuthContext,
  connection: Connection,
  message: RequestedMessage,
): Promise<void> {
  const digest = digestOf(message.address);
  // A later message to the same recipient must not replace one that resets an account.
  const recipient = message.isContested ? `${digest} ${randomUUID()}` : digest;
  const caller = currentAddress();
  await context.outbox.add(connection, {
    kind: message.occasion,
    recipient,
    message: { ...message, ...(caller ? { caller } : {}) },
  });
}

/** Queues a message in its own transaction, and starts sending. */
export async function requestMessage(
  context: AuthContext,
  message: RequestedMessage,
): Promise<void> {
  await addMessage(context, context.database, message);
  await beginSending(context, message);
}

/**
 * Starts to send queued messages. Only requests for test numbers wait until they are sent, because their
 * owners know the code in advance and may enter it immediately.
 */
export async function beginSending(
  context: AuthContext,
  { address }: Pick<RequestedMessage, "address">,
): Promise<void> {
  context.outbox.wake();
  if (messageIdOf(context, address) !== undefined) await context.outbox.drain();
}

/** Sends the requested messages. */
export function deliveryOf(context: AuthContext): Delivery {
  return {
    deliver: async (stored, isRetry) => {
      const message = parseMessage(stored);
      return runWithCallerAddress(message.caller, () => deliver(context, message, isRetry));
    },
    abandon: async (stored) => {
      const { data: message } = schema.safeParse(stored);
      // No hook runs and no text message is sent for an address without an account, so its cooldown continues. The
      // cooldown of an account must continue, too; otherwise it would reveal the account.
      const isEven =
        message && channelOf(message) === "email" && !context.hooks.isEnabled("send_email");
      if (isEven) await resetCooldown(context.database, message.address);
    },
  };
}

/** @throws {Undeliverable} if another version of this program stored it in another format */
function parseMessage(stored: unknown): Requested {
  const { data: message, error: cause } = schema.safeParse(stored);
  if (!message) throw new Undeliverable("It cannot be read.", { cause });
  return message;
}

async function deliver(context: AuthContext, message: Requested, isRetry: boolean): Promise<void> {
  // Use a separate transaction: even if the message cannot be sent, the account must not keep what a stranger
  // left in it.
  if (message.isContested) {
    await context.database.transaction(async (connection) => {
      const user = await lockAccount(connection, message);
      if (user && !isProven(user)) await resetUnprovenAccount(connection, user, message.data);
    });
  }
  const prepared = await context.database
    .transaction((connection) => prepare(context, connection, message, isRetry))
    .catch((cause: unknown) => {
      // The project's quota was used up in the meantime.
      throw cause instanceof AuthError ? new Undeliverable(cause.message, { cause }) : cause;
    });
  try {
    if (prepared.text) await deliverText(context, prepared.text);
    else if (prepared.tokenEmails) await deliverTokenEmails(context, prepared.tokenEmails);
    else if (channelOf(message) === "email") await simulateSending(context);
  } catch (cause) {
    throw isPermanent(cause) ? new Undeliverable("It is not taken.", { cause }) : cause;
  }
}

/** Returns whether a retry would fail as well. */
function isPermanent(error: unknown): boolean {
  if (error instanceof MailError) return error.isPermanent;
  // The hook refused the message; it did not fail.
  if (error instanceof AuthError) return error.code === "unknown";
  return error instanceof TemplateError;
}

interface Prepared {
  readonly tokenEmails?: readonly TokenEmail[];
  readonly text?: TextMessage;
}

const nothingToSend: Prepared = {};

/** Finds the account, creates the token, and records the request in the audit log. */
async function prepare(
  context: AuthContext,
  connection: Connection,
  message: Requested,
  isRetry: boolean,
): Promise<Prepared> {
  const { occasion, address, redirectTo, codeChallenge, messenger } = message;
  const user = await lockAccount(connection, message);
  if (!user) return nothingToSend;
  if (message.userId !== undefined && user.id !== message.userId) return nothingToSend;

  const audit = async (action: AuditAction, traits?: Record<string, unknown>) => {
    if (!isRetry) await recordAudit(connection, userAs(user), action, traits);
  };
  const isByPhone = isPhone(address);
  const provider = isByPhone ? "phone" : "email";
  const shared = { isDue: true, isCounted: isRetry };
  const tokenEmailOptions = { ...shared, redirectTo, pkce: codeChallenge !== undefined };
  const startFlow = async (
    providerType: string,
    authenticationMethod: "email/signup" | "magiclink" | "recovery" | "email_change",
  ) => {
    if (!codeChallenge) return;
    const flow = { providerType, authenticationMethod, codeChallenge, userId: user.id };
    await createFlowState(connection, flow);
  };
  const tokenEmail = async (kind: TokenEmailKind) => ({
    tokenEmails: [
      await prepareTokenEmail(context, connection, user, { ...tokenEmailOptions, kind }),
    ],
  });
  const text = async (phone: string, kind: "confirmation" | "phone_change") => ({
    text: await prepareText(context, connection, user, { ...shared, kind, phone, messenger }),
  });
  const confirmation = async () => {
    await audit("user_confirmation_requested", { provider });
    if (isByPhone) return text(address, "confirmation");
    await startFlow("email", "email/signup");
    return tokenEmail("confirmation");
  };

  switch (occasion) {
    case "signup":
      if (user.confirmed_at) {
        await audit("user_repeated_signup", { provider });
        return nothingToSend;
      }
      return confirmation();
    case "sign_in":
      if (!user.confirmed_at) return confirmation();
      if (isByPhone) {
        await audit("user_recovery_requested", { channel: "sms" });
        return text(address, "confirmation");
      }
      await startFlow("magiclink", "magiclink");
      await audit("user_recovery_requested");
      return tokenEmail("magic_link");
    case "signup_again":
      if (isByPhone ? user.phone_confirmed_at : user.email_confirmed_at) return nothingToSend;
      if (isByPhone) {
        await audit("user_recovery_requested");
        return text(address, "confirmation");
      }
      await startFlow("email/signup", "email/signup");
      await audit("user_confirmation_requested");
      return tokenEmail("confirmation");
    case "recovery":
      await startFlow("recovery", "recovery");
      await audit("user_recovery_requested");
      return tokenEmail("recovery");
    case "email_change":
      if (!user.email_change || isTooSoon(context, "email", user.email_change_sent_at))
        return nothingToSend;
      await startFlow("email_change", "email_change");
      return {
        tokenEmails: await prepareRepeatedEmailChange(context, connection, user, tokenEmailOptions),
      };
    case "phone_change":
      if (!user.phone_change || isTooSoon(context, "sms", user.phone_change_sent_at))
        return nothingToSend;
      return text(user.phone_change, "phone_change");
    default:
      return occasion satisfies never;
  }
}

/**
 * Finds and locks the account. Checks the address again afterwards, because the lock may have waited for a
 * change of the address, and a code must not go to an address that belongs to another person now.
 */
async function lockAccount(connection: Connection, message: Requested): Promise<User | undefined> {
  const found = await findAccount(connection, message);
  const user = found && (await lockUser(connection, found.id));
  const current = user && (await findAccount(connection, message));
  return current?.id === user?.id ? user : undefined;
}

const isPhone = (address: string) => !address.includes("@");

/** Returns the channel of a message. */
function channelOf({ occasion, address }: Requested): "email" | "sms" {
  if (occasion === "email_change") return "email";
  return occasion === "phone_change" || isPhone(address) ? "sms" : "email";
}

function findAccount(
  connection: Connection,
  { occasion, address }: Requested,
): Promise<User | undefined> {
  if (isPhone(address)) return findUserByPhone(connection, address);
  return occasion === "signup"
    ? findOwnerOfEmail(connection, address)
    : findUserByEmail(connection, address);
}

/**
 * Returns whether the last message about a change was sent too recently. The caller gets no 429 in that case,
 * because it would reveal that the account has a pending change.
 */
function isTooSoon(
  { config }: AuthContext,
  channel: "email" | "sms",
  sentAt: Date | null,
): boolean {
  const { max_frequency: interval } = config.auth[channel];
  return sentAt !== null && sentAt.getTime() + interval * 1000 > Date.now();
}
