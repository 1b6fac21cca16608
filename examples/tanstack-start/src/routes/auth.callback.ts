import { createFileRoute } from "@tanstack/react-router";
import { authMiddleware } from "../auth";

/** Users return here with a code, which only their browser can exchange for a session (PKCE). */
export const Route = createFileRoute("/auth/callback")({
  server: {
    middleware: [authMiddleware],
    handlers: {
      GET: async ({ context, request }) => {
        const { searchParams } = new URL(request.url);
        const code = searchParams.get("code");
        const isReset = searchParams.get("next") === "/auth/password";
        if (code) {
          const { error } = await context.supabase.auth.exchangeCodeForSession(code);
          if (!error) return redirectTo(isReset ? "/auth/password" : "/notes");
          searchParams.set("error", error.code ?? "server_error");
          searchParams.set("error_description", error.message);
        }
        // The form on the front page shows the error.
        searchParams.delete("code");
        return redirectTo(`/?${searchParams}`);
      },
    },
  },
});

function redirectTo(path: string): Response {
  return new Response(null, { status: 303, headers: { Location: path } });
}
