import { expect, test } from "vitest";
import { retryAfter } from "./wait.ts";

const refusal = (message: string, code: string, status = 429) => ({ message, code, status });
const message = "For security purposes, you can only request this after 43 seconds.";

test.each([
  [refusal(message, "over_email_send_rate_limit"), 43],
  [refusal(message.replace("43 seconds", "1 second"), "over_sms_send_rate_limit"), 1],
  [refusal("email rate limit exceeded", "over_email_send_rate_limit"), 60],
  [refusal("Request rate limit reached", "over_request_rate_limit"), 60],
  [refusal("Too many sign-ups from here, try again in 3 seconds", "hook_says_no"), 3],
  [refusal(message, "otp_expired", 403), undefined],
  [new TypeError("Failed to fetch"), undefined],
  [undefined, undefined],
])("the wait is read from the error %o", (error, wait) => {
  expect(retryAfter(error)).toBe(wait);
});
