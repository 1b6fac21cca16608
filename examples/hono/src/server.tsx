import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { csrf } from "hono/csrf";
import { secureHeaders } from "hono/secure-headers";
import { type AuthVariables, auth, authMiddleware } from "./auth.ts";
import { type Note, Notes, Password, renderPage, SecondStep, SignIn } from "./pages.tsx";

const app = new Hono<{ Variables: AuthVariables }>();

app.use(
  secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      styleSrc: ["'self'"],
      imgSrc: ["'self'", "data:"],
      formAction: ["'self'"],
      baseUri: ["'none'"],
      frameAncestors: ["'none'"],
    },
  }),
);

const sheets = ["styles.css", "plugins.css", "protected.css"].map((name) =>
  fileURLToPath(import.meta.resolve(`@portico/react/${name}`)),
);
app.get("/styles.css", async (context) => {
  const texts = await Promise.all([...sheets, "page.css"].map((file) => readFile(file, "utf8")));
  return context.body(texts.join("\n"), 200, {
    "Content-Type": "text/css; charset=utf-8",
    "Cache-Control": "max-age=3600",
  });
});

app.on(["GET", "POST"], "/auth", (context) => auth.handle(context.req.raw));

app.use("/", authMiddleware);
app.get("/", (context) => {
  const { gate, supabase } = context.var;
  const state = auth.readState(context.req.raw);
  // Signed-in users open links too, for example to confirm a new address. This page then handles the link.
  if (gate.claims && !state.link) return context.redirect("/notes", 303);
  return context.html(renderPage(<SignIn supabase={supabase} state={state} />));
});

app.use("/auth/password", authMiddleware);
app.get("/auth/password", (context) => {
  const { gate, supabase } = context.var;
  if (gate.redirectTo) return context.redirect(gate.redirectTo, 303);
  if (gate.secondFactor) return context.html(renderPage(<SecondStep {...context.var} />));
  const state = auth.readState(context.req.raw);
  return context.html(renderPage(<Password supabase={supabase} state={state} />));
});

app.use("/notes", csrf(), authMiddleware);
app.get("/notes", async (context) => {
  const { gate, supabase } = context.var;
  if (gate.redirectTo) return context.redirect(gate.redirectTo, 303);
  if (gate.secondFactor) return context.html(renderPage(<SecondStep {...context.var} />));
  // The query needs no user filter, because row-level security applies one.
  const { data: notes } = await supabase
    .from("notes")
    .select("id, text")
    .order("created_at", { ascending: false })
    .limit(100)
    .overrideTypes<Note[]>()
    .throwOnError();
  return context.html(renderPage(<Notes email={gate.claims?.email} notes={notes} />));
});

app.post("/notes", async (context) => {
  const { gate, supabase } = context.var;
  if (gate.redirectTo) return context.redirect(gate.redirectTo, 303);
  const { text, id } = await context.req.parseBody();
  const notes = supabase.from("notes");
  await (id ? notes.delete().eq("id", String(id)) : notes.insert({ text: String(text) }));
  return context.redirect("/notes", 303);
});

const port = Number(process.env.PORT ?? 3000);
serve({ fetch: app.fetch, port }, ({ port }) => console.log(`http://localhost:${port}`));
