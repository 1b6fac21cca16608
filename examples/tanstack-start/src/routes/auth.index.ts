import { createFileRoute } from "@tanstack/react-router";
import { authHandler } from "../auth";

/** Users return here from links in messages and from GitHub. Without its script, a page posts its forms here. */
export const Route = createFileRoute("/auth/")({
  server: {
    handlers: {
      GET: ({ request }) => authHandler.handle(request),
      POST: ({ request }) => authHandler.handle(request),
    },
  },
});
