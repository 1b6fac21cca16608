import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { Connection } from "../../database/port.ts";
import { type Delivery, Undeliverable } from "../../mail/outbox.ts";
import { TemplateError } from "../../mail/template/syntax.ts";
import { MailError } from "../../mail/transport.ts";
import { type AuditAction, recordAudit, userActor } from "../audit/log.ts";
import type { AuthContext } from "../context.ts";
import { AuthError } from "../errors.ts";
import { currentCallerAddress, runWithCallerAddress } from "../hooks/caller-address.ts";
import { resetCooldown } from "../limits/cooldown.ts";
import {
  deliverText,
  messageIdOf,
  prepareText,
  type TextMessage,
} from "../messages/send-text-messages.ts";
import {
  deliverTokenEmails,
  prepareRepeatedEmailChange,
  prepareTokenEmail,
  simulateSending,
} from "../messages/send-token-emails.ts";
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
const occasions = [
  "signup",
  "signup_again",
  "sign_in",
  "recovery",
  "email_change",
  "phone_change",
] as const;

const schema = z.object({
  occasion: z.enum(occasions),
  /** The e-mail address or phone number of the account. */
  address: z.string(),
  /** The page that the link finally redirects to. */
  redirectTo: z.string().default(""),
  codeChallenge: z.object({ challenge: z.string(), method: z.enum(["s256", "plain"]) }).optional(),
  messenger: z.enum(["sms", "whatsapp"]).default("sms"),
  /** True if the caller did not know the password of the unconfirmed account with the address (docs/decisions/0008). */
  isContested: z.boolean().default(false),
  /**
   * The only account that may receive the message. If another account has the address when the message is sent, the
   * owner of the address must not confirm what this caller may have left in that account.
   */
  userId: z.string().optional(),
  /** The metadata of the sign-up. */
  data: z.record(z.string(), z.unknown()).default({}),
  /** The IP address of the request, which hooks receive. */
  caller: z.string().optional(),
});

type ParsedMessage = z.output<typeof schema>;

/** A message that a request queues. */
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
  const caller = currentCallerAddress();
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
export function createDelivery(context: AuthContext): Delivery {
  return {
    deliver: async (storedMessage, isRetry) => {
      const message = parseMessage(storedMessage);
      return runWithCallerAddress(message.caller, () => deliver(context, message, isRetry));
    },
    abandon: async (storedMessage) => {
      const { data: message } = schema.safeParse(storedMessage);
      // No hook runs and no text message is sent for an address without an account, so nothing resets its cooldown. An
      // account's cooldown must not be reset, either; otherwise the cooldown would reveal the account.
      const canResetCooldown =
        message && channelOf(message) === "email" && !context.hooks.isEnabled("send_email");
      if (canResetCooldown) await resetCooldown(context.database, message.address);
    },
  };
}

/** @throws {Undeliverable} if another version of this program stored the message in another format */
function parseMessage(storedMessage: unknown): ParsedMessage {
  const { data: message, error: cause } = schema.safeParse(storedMessage);
  if (!message) throw new Undeliverable("The stored message has an unknown format.", { cause });
  return message;
}

async function deliver(
  context: AuthContext,
  message: ParsedMessage,
  isRetry: boolean,
): Promise<void> {
  // Use a separate transaction: even if the message cannot be sent, the account must not keep what a stranger
  // left in it.
  if (message.isContested) {
    await context.database.transaction(async (connection) => {
      const user = await lockAccount(connection, message);
      if (user && !isProven(user)) await resetUnprovenAccount(connection, user, message.data);
    });
  }
  const preparedMessage = await context.database
    .transaction((connection) => prepare(context, connection, message, isRetry))
    .catch((cause: unknown) => {
      // An AuthError means that the project's quota has been used up since the request.
      throw cause instanceof AuthError ? new Undeliverable(cause.message, { cause }) : cause;
    });
  try {
    if (preparedMessage.text) await deliverText(context, preparedMessage.text);
    else if (preparedMessage.tokenEmails)
      await deliverTokenEmails(context, preparedMessage.tokenEmails);
    else if (channelOf(message) === "email") await simulateSending(context);
  } catch (cause) {
    throw isPermanent(cause)
      ? new Undeliverable("The message was refused permanently.", { cause })
      : cause;
  }
}

/** Returns whether a retry would fail as well. */
function isPermanent(error: unknown): boolean {
  if (error instanceof MailError) return error.isPermanent;
  // The code `unknown` is the hook's own refusal. Any other code means that the hook failed; a retry may succeed.
  if (error instanceof AuthError) return error.code === "unknown";
  return error instanceof TemplateError;
}

interface PreparedMessage {
  readonly tokenEmails?: readonly TokenEmail[];
  readonly text?: TextMessage;
}

const nothingToSend: PreparedMessage = {};

/** Finds the account, creates the token, and records the request in the audit log. */
async function prepare(
  context: AuthContext,
  connection: Connection,
  message: ParsedMessage,
  isRetry: boolean,
): Promise<PreparedMessage> {
  const { occasion, address, redirectTo, codeChallenge, messenger } = message;
  const user = await lockAccount(connection, message);
  if (!user) return nothingToSend;
  if (message.userId !== undefined && user.id !== message.userId) return nothingToSend;

  const recordAction = async (action: AuditAction, traits?: Record<string, unknown>) => {
    if (!isRetry) await recordAudit(connection, userActor(user), action, traits);
  };
  const usesPhone = isPhoneNumber(address);
  const provider = usesPhone ? "phone" : "email";
  const commonOptions = { hasPassedCooldown: true, isCounted: isRetry };
  const tokenEmailOptions = { ...commonOptions, redirectTo, pkce: codeChallenge !== undefined };
  const startFlow = async (
    providerType: string,
    authenticationMethod: "email/signup" | "magiclink" | "recovery" | "email_change",
  ) => {
    if (!codeChallenge) return;
    const flow = { providerType, authenticationMethod, codeChallenge, userId: user.id };
    await createFlowState(connection, flow);
  };
  const prepareEmail = async (kind: TokenEmailKind) => ({
    tokenEmails: [
      await prepareTokenEmail(context, connection, user, { ...tokenEmailOptions, kind }),
    ],
  });
  const prepareTextMessage = async (phone: string, kind: "confirmation" | "phone_change") => ({
    text: await prepareText(context, connection, user, {
      ...commonOptions,
      kind,
      phone,
      messenger,
    }),
  });
  const confirmation = async () => {
    await recordAction("user_confirmation_requested", { provider });
    if (usesPhone) return prepareTextMessage(address, "confirmation");
    await startFlow("email", "email/signup");
    return prepareEmail("confirmation");
  };

  switch (occasion) {
    case "signup":
      if (user.confirmed_at) {
        await recordAction("user_repeated_signup", { provider });
        return nothingToSend;
      }
      return confirmation();
    case "sign_in":
      if (!user.confirmed_at) return confirmation();
      if (usesPhone) {
        await recordAction("user_recovery_requested", { channel: "sms" });
        return prepareTextMessage(address, "confirmation");
      }
      await startFlow("magiclink", "magiclink");
      await recordAction("user_recovery_requested");
      return prepareEmail("magic_link");
    case "signup_again":
      if (usesPhone ? user.phone_confirmed_at : user.email_confirmed_at) return nothingToSend;
      if (usesPhone) {
        await recordAction("user_recovery_requested");
        return prepareTextMessage(address, "confirmation");
      }
      await startFlow("email/signup", "email/signup");
      await recordAction("user_confirmation_requested");
      return prepareEmail("confirmation");
    case "recovery":
      await startFlow("recovery", "recovery");
      await recordAction("user_recovery_requested");
      return prepareEmail("recovery");
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
      return prepareTextMessage(user.phone_change, "phone_change");
    default:
      return occasion satisfies never;
  }
}

/**
 * Finds and locks the account. Checks the address again afterwards, because the address may have changed while this
 * request waited for the lock, and a code must not go to another person's address.
 */
async function lockAccount(
  connection: Connection,
  message: ParsedMessage,
): Promise<User | undefined> {
  const account = await findAccount(connection, message);
  const user = account && (await lockUser(connection, account.id));
  const accountAfterLock = user && (await findAccount(connection, message));
  return accountAfterLock?.id === user?.id ? user : undefined;
}

const isPhoneNumber = (address: string) => !address.includes("@");

/** Returns the channel of a message. */
function channelOf({ occasion, address }: ParsedMessage): "email" | "sms" {
  if (occasion === "email_change") return "email";
  return occasion === "phone_change" || isPhoneNumber(address) ? "sms" : "email";
}

function findAccount(
  connection: Connection,
  { occasion, address }: ParsedMessage,
): Promise<User | undefined> {
  if (isPhoneNumber(address)) return findUserByPhone(connection, address);
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
  const { max_frequency: intervalSeconds } = config.auth[channel];
  return sentAt !== null && sentAt.getTime() + intervalSeconds * 1000 > Date.now();
}
