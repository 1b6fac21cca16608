import type { AuthChangeEvent, GoTrueClient, Session } from "@supabase/auth-js";

type Listener = (event: AuthChangeEvent, session: Session | null) => unknown;
type Load = () => Promise<GoTrueClient>;

/**
 * An auth client for a visitor without a session, who needs none until they do something: the real one
 * is fetched with the first sign of life, or when something is asked of it. Until then nobody is signed in.
 *
 * @param fetchClient fetches and makes the real one; asked again if that came to nothing
 */
export function lateClient(fetchClient: Load): GoTrueClient {
  let loading: Promise<GoTrueClient> | undefined;
  let loaded: GoTrueClient | undefined;
  const subscriptions = new Set<LateSubscription>();
  const load = () => {
    loading ??= fetchClient().then(
      (client) => {
        loaded = client;
        for (const subscription of subscriptions) subscription.moveTo(client);
        return client;
      },
      (error: unknown) => {
        loading = undefined;
        throw error;
      },
    );
    return loading;
  };
  const alive = signOfLife();
  void alive.then(load).catch(() => {});

  const own: { readonly [name: string]: unknown } = {
    getSession: async () =>
      loaded ? loaded.getSession() : { data: { session: null }, error: null },
    onAuthStateChange: (listener: Listener) => {
      if (loaded) return loaded.onAuthStateChange(listener);
      const subscription = subscribe(listener);
      subscriptions.add(subscription);
      return { data: { subscription } };
    },
    // The page, and no person, asks for credentials that the browser fills in.
    passkey: reaching(["passkey"], async () => {
      await alive;
      return load();
    }),
  };
  return new Proxy<GoTrueClient>(Object.create(null), {
    has: () => true,
    get: (_, name) =>
      typeof name === "string" ? (own[name] ?? reaching([name], load)) : undefined,
  });
}

/** Resolves when somebody moves, touches or types, or signs in in another tab. */
function signOfLife(): Promise<void> {
  const types = ["pointermove", "pointerdown", "keydown", "input", "focusin", "storage"];
  return new Promise((resolve) => {
    const live = () => {
      for (const type of types) removeEventListener(type, live);
      resolve();
    };
    // The focus may be in a field already, with something typed in it.
    if (document.activeElement instanceof HTMLInputElement) return resolve();
    for (const type of types) addEventListener(type, live, { passive: true });
  });
}

type LateSubscription = ReturnType<typeof subscribe>;

/** Tells at once that nobody is signed in, and what the client tells once there is one. */
function subscribe(listener: Listener) {
  let over = false;
  let end = () => {};
  queueMicrotask(() => over || listener("INITIAL_SESSION", null));
  return {
    id: "late",
    callback: listener,
    unsubscribe() {
      over = true;
      end();
    },
    moveTo(client: GoTrueClient) {
      if (over) return;
      const { data } = client.onAuthStateChange((event, session) => {
        // That nobody is there has been told.
        if (event !== "INITIAL_SESSION" || session) void listener(event, session);
      });
      end = () => data.subscription.unsubscribe();
    },
  };
}

/** Stands for a part of the client: its calls wait until the client is there. */
function reaching(path: readonly string[], load: Load): unknown {
  return new Proxy(() => {}, {
    has: () => true,
    get: (_, name) =>
      typeof name === "string" && name !== "then" ? reaching([...path, name], load) : undefined,
    apply: async (_, __, given) => {
      const client: unknown = await load();
      const parents = path.slice(0, -1);
      const owner = parents.reduce((part, name) => Reflect.get(Object(part), name), client);
      return Reflect.apply(Reflect.get(Object(owner), path.at(-1) ?? ""), owner, given);
    },
  });
}
