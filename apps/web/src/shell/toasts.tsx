import {
  createContext,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { useWords } from "../i18n/vocabulary.tsx";
import { CrossIcon } from "../icons/icons.tsx";

/** A short word about what just happened. */
export interface Toast {
  readonly text: string;
  readonly tone?: "plain" | "danger";
  /** An action, such as Undo. It takes the focus, so that the keyboard reaches it. */
  readonly action?: { readonly label: string; readonly run: () => void };
  /** Runs when it is gone, and its action was not taken. */
  readonly onGone?: () => void;
}

/** How long a word stays, in milliseconds; longer when there is something to do about it. */
const stay = { word: 6_000, action: 12_000 };

type Say = (toast: Toast) => void;
type Shown = Toast & { readonly id: number };

const SayContext = createContext<Say | null>(null);

/** Lets everything below it say what happened; the newest word is shown at the foot of the page. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<Shown | null>(null);
  const next = useRef(0);
  const current = useRef<Toast>(undefined);
  const show = useCallback((toast: Toast | undefined) => {
    current.current?.onGone?.();
    current.current = toast;
    next.current += 1;
    setShown(toast ? { ...toast, id: next.current } : null);
  }, []);
  const close = useCallback(() => show(undefined), [show]);
  const act = useCallback(() => {
    const { action } = current.current ?? {};
    current.current = undefined;
    setShown(null);
    action?.run();
  }, []);
  return (
    <SayContext value={show}>
      {children}
      <ToastShelf shown={shown} act={act} close={close} />
    </SayContext>
  );
}

/** How to say what happened. */
export function useSay(): Say {
  const say = use(SayContext);
  if (!say) throw new Error("useSay must be used within a ToastProvider.");
  return say;
}

interface ToastActions {
  readonly act: () => void;
  readonly close: () => void;
}

function ToastShelf({ shown, ...actions }: { shown: Shown | null } & ToastActions) {
  const words = useWords();
  // The region stands empty from the start: screen readers announce what is put into one they know.
  return (
    <div className="toasts">
      <div role="status" className="visually-hidden">
        {shown?.tone === "danger" ? "" : shown?.text}
      </div>
      <div role="alert" className="visually-hidden">
        {shown?.tone === "danger" ? shown.text : ""}
      </div>
      {shown && <ToastCard key={shown.id} toast={shown} closeLabel={words.close} {...actions} />}
    </div>
  );
}

function ToastCard(props: { toast: Toast; closeLabel: string } & ToastActions) {
  const { toast, act, close } = props;
  const card = useRef<HTMLDivElement>(null);
  const action = useRef<HTMLButtonElement>(null);
  const [held, setHeld] = useState(false);
  const duration = toast.action ? stay.action : stay.word;

  useLayoutEffect(() => {
    action.current?.focus({ preventScroll: true });
    const element = card.current;
    // The focus goes back to the page, not to nowhere, when what holds it goes away.
    return () => {
      if (element?.contains(document.activeElement)) focusPage();
    };
  }, []);

  useEffect(() => {
    if (held) return;
    const timer = setTimeout(close, duration);
    return () => clearTimeout(timer);
  }, [held, close, duration]);

  const hold = useMemo(
    () => ({
      onPointerEnter: () => setHeld(true),
      onPointerLeave: () => setHeld(false),
      // Time does not run out on somebody who got here by keyboard (WCAG 2.2.1).
      onFocus: () => setHeld(Boolean(card.current?.querySelector(":focus-visible"))),
      onBlur: () => setHeld(false),
    }),
    [],
  );

  return (
    <div className="toast" data-tone={toast.tone ?? "plain"} ref={card} {...hold}>
      <p aria-hidden="true">{toast.text}</p>
      {toast.action && (
        <button type="button" ref={action} className="button button-quiet" onClick={act}>
          {toast.action.label}
        </button>
      )}
      <button type="button" className="icon-button" aria-label={props.closeLabel} onClick={close}>
        <CrossIcon />
      </button>
    </div>
  );
}

function focusPage() {
  const content = document.getElementById("content");
  const place = content?.querySelector<HTMLElement>("h1") ?? content;
  place?.focus({ preventScroll: true });
}
