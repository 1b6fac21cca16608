"use client";

import { useEffect, useRef } from "react";
import { latin } from "./latin.ts";

/*
 * Ways to spare people the button of the verify_otp view. Each renders nothing, and goes into that
 * view's slot: `<Auth slots={{ verify_otp: <AutoSubmitCode length={6} /> }} />`.
 */

/** Sends the form as soon as the code has all its digits. */
export function AutoSubmitCode({ length }: { length: number }) {
  const [place, form] = useFormOfPlace();

  useEffect(() => {
    const current = form();
    const watch = ({ target }: Event) => {
      if (!(target instanceof HTMLInputElement) || target.name !== "token") return;
      if (latin(target.value).replace(/\D/g, "").length === length) current?.requestSubmit();
    };
    current?.addEventListener("input", watch);
    return () => current?.removeEventListener("input", watch);
  }, [form, length]);

  return place;
}

/**
 * Fills in the code of a text message and sends the form, where the browser can read it:
 * https://wicg.github.io/web-otp/. Elsewhere it does nothing.
 */
export function WebOtp() {
  const [place, form] = useFormOfPlace();

  useEffect(() => {
    if (!("OTPCredential" in window)) return;
    const waiting = new AbortController();
    const request = { otp: { transport: ["sms"] }, signal: waiting.signal };
    navigator.credentials.get(request).then(
      (credential) => {
        const field = form()?.elements.namedItem("token");
        const code: unknown = credential && Reflect.get(credential, "code");
        if (!(field instanceof HTMLInputElement) || typeof code !== "string") return;
        field.value = code;
        field.form?.requestSubmit();
      },
      // They said no, or typed it themselves.
      () => {},
    );
    return () => waiting.abort();
  }, [form]);

  return place;
}

/** A hidden element in the form, by which it is found. */
function useFormOfPlace() {
  const ref = useRef<HTMLSpanElement>(null);
  const find = useRef(() => ref.current?.closest("form"));
  return [<span key="place" ref={ref} hidden />, find.current] as const;
}
