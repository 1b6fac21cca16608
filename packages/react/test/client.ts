import {
  AuthApiError,
  type AuthChangeEvent,
  type AuthError,
  type Session,
  type User,
} from "@supabase/auth-js";
import type { AuthUiClient, SessionClient, ViewType } from "../src/index.ts";

type Auth = AuthUiClient["auth"] & SessionClient["auth"];
type Listener = (event: AuthChangeEvent, session: Session | null) => void;

/** A call that the forms made. */
export interface Call {
  readonly method: string;
  readonly args: readonly unknown[];
}

/**
 * Returns a client with the same shape as the real one. It responds as the backend's documentation says, or as the test
 * specifies, and records its calls.
 */
export function testClient(responses: Partial<Auth> = {}) {
  const calls: Call[] = [];
  const listeners = new Set<Listener>();

  const methods: Auth = {
    signInWithPassword: async () => ({
      data: { user: someUser, session: someSession },
      error: null,
    }),
    signUp: async () => ({ data: { user: someUser, session: null }, error: null }),
    signInWithOtp: async () => ({ data: { user: null, session: null }, error: null }),
    signInWithOAuth: async ({ provider }) => ({
      data: { provider, url: "https://auth.example.com/authorize" },
      error: null,
    }),
    resetPasswordForEmail: async () => ({ data: {}, error: null }),
    updateUser: async () => ({ data: { user: someUser }, error: null }),
    verifyOtp: async () => ({ data: { user: someUser, session: someSession }, error: null }),
    resend: async () => ({ data: { user: null, session: null }, error: null }),
    getSession: async () => ({ data: { session: null }, error: null }),
    onAuthStateChange: (listener: Listener) => {
      listeners.add(listener);
      const unsubscribe = () => void listeners.delete(listener);
      return { data: { subscription: { id: "test", callback: listener, unsubscribe } } };
    },
    ...responses,
  };

  const record = (method: string, ...args: unknown[]) => calls.push({ method, args });
  const auth: Auth = {
    ...methods,
    signInWithPassword: (parameters) => {
      record("signInWithPassword", parameters);
      return methods.signInWithPassword(parameters);
    },
    signUp: (parameters) => {
      record("signUp", parameters);
      return methods.signUp(parameters);
    },
    signInWithOtp: (parameters) => {
      record("signInWithOtp", parameters);
      return methods.signInWithOtp(parameters);
    },
    signInWithOAuth: (parameters) => {
      record("signInWithOAuth", parameters);
      return methods.signInWithOAuth(parameters);
    },
    resetPasswordForEmail: (email, options) => {
      record("resetPasswordForEmail", email, options);
      return methods.resetPasswordForEmail(email, options);
    },
    updateUser: (attributes) => {
      record("updateUser", attributes);
      return methods.updateUser(attributes);
    },
    resend: (parameters) => {
      record("resend", parameters);
      return methods.resend(parameters);
    },
    verifyOtp: (parameters) => {
      record("verifyOtp", parameters);
      return methods.verifyOtp(parameters);
    },
  };

  return {
    client: { auth },
    calls,
    /** Returns the number of event subscriptions. */
    listenerCount: () => listeners.size,
    /** Emits an event to every subscriber. */
    emit(event: AuthChangeEvent, session: Session | null = someSession) {
      for (const listener of [...listeners]) listener(event, session);
    },
  };
}

/** Returns an error like the client's error for a rejected request. */
export function apiError(message: string, code: string, status = 400): AuthError {
  return new AuthApiError(message, status, code);
}

/** Returns a method that fails with a server error. */
export const respondWithError = (message: string, code: string) => async () => ({
  data: { user: null, session: null, provider: "github" as const, url: null },
  error: apiError(message, code),
});

/** The client method that each view calls. */
export const methodOfView = {
  sign_in: "signInWithPassword",
  sign_up: "signUp",
  magic_link: "signInWithOtp",
  forgotten_password: "resetPasswordForEmail",
  update_password: "updateUser",
  verify_otp: "verifyOtp",
} as const satisfies Record<ViewType, string>;

/** Returns a promise and the functions that settle it. */
export function deferred<Value>() {
  let resolve: (value: Value) => void = () => {};
  let reject: (reason: unknown) => void = () => {};
  const promise = new Promise<Value>((resolvePromise, rejectPromise) => {
    resolve = resolvePromise;
    reject = rejectPromise;
  });
  return { promise, resolve, reject };
}

export const someUser: User = {
  id: "3f0f2d5e-8c1c-4b21-9f2a-0d6a4f7d1c11",
  aud: "authenticated",
  role: "authenticated",
  email: "ada@example.com",
  app_metadata: { provider: "email" },
  user_metadata: {},
  created_at: "2026-01-01T00:00:00Z",
};

export const someSession: Session = {
  access_token: "access",
  refresh_token: "refresh",
  token_type: "bearer",
  expires_in: 3600,
  user: someUser,
};
