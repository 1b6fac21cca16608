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
import { useTexts } from "../i18n/translations.tsx";
import { CrossIcon } from "../icons/icons.tsx";

/** A short message about what just happened. */
export interface Toast {
  readonly text: string;
  readonly tone?: "plain" | "danger";
  /** An action, such as Undo. It takes the focus, so that keyboard users can reach it. */
  readonly action?: { readonly label: string; readonly run: () => void };
  /** Called when the toast has disappeared and its action was not used. */
  readonly onExpire?: () => void;
}

/** A toast with an action stays longer. */
const durationMs = { plain: 6_000, withAction: 12_000 };

type ShowToast = (toast: Toast) => void;
type CurrentToast = Toast & { readonly id: number };

const ToastContext = createContext<ShowToast | null>(null);

/** Lets its children show toasts. Only the newest one is visible. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [visibleToast, setVisibleToast] = useState<CurrentToast | null>(null);
  const lastId = useRef(0);
  const current = useRef<Toast>(undefined);
  const show = useCallback((toast: Toast | undefined) => {
    current.current?.onExpire?.();
    current.current = toast;
    lastId.current += 1;
    setVisibleToast(toast ? { ...toast, id: lastId.current } : null);
  }, []);
  const close = useCallback(() => show(undefined), [show]);
  const runAction = useCallback(() => {
    const { action } = current.current ?? {};
    current.current = undefined;
    setVisibleToast(null);
    action?.run();
  }, []);
  return (
    <ToastContext value={show}>
      {children}
      <ToastRegion toast={visibleToast} onAction={runAction} close={close} />
    </ToastContext>
  );
}

/** Returns a function that shows a toast. */
export function useShowToast(): ShowToast {
  const showToast = use(ToastContext);
  if (!showToast) throw new Error("useShowToast must be used within a ToastProvider.");
  return showToast;
}

interface ToastActions {
  readonly onAction: () => void;
  readonly close: () => void;
}

function ToastRegion({ toast, ...actions }: { toast: CurrentToast | null } & ToastActions) {
  const texts = useTexts();
  // Screen readers announce what is added to a region, so the regions exist before their text.
  return (
    <div className="toasts">
      <div role="status" className="visually-hidden">
        {toast?.tone === "danger" ? "" : toast?.text}
      </div>
      <div role="alert" className="visually-hidden">
        {toast?.tone === "danger" ? toast.text : ""}
      </div>
      {toast && <ToastCard key={toast.id} toast={toast} closeLabel={texts.close} {...actions} />}
    </div>
  );
}

function ToastCard(props: { toast: Toast; closeLabel: string } & ToastActions) {
  const { toast, onAction, close } = props;
  const card = useRef<HTMLDivElement>(null);
  const action = useRef<HTMLButtonElement>(null);
  const [isPaused, setIsPaused] = useState(false);
  const duration = toast.action ? durationMs.withAction : durationMs.plain;

  useLayoutEffect(() => {
    action.current?.focus({ preventScroll: true });
    const element = card.current;
    // Removing the focused element would move the focus to the body.
    return () => {
      if (element?.contains(document.activeElement)) focusPage();
    };
  }, []);

  useEffect(() => {
    if (isPaused) return;
    const timer = setTimeout(close, duration);
    return () => clearTimeout(timer);
  }, [isPaused, close, duration]);

  const pauseHandlers = useMemo(
    () => ({
      onPointerEnter: () => setIsPaused(true),
      onPointerLeave: () => setIsPaused(false),
      // No timeout while the keyboard focus is inside (WCAG 2.2.1).
      onFocus: () => setIsPaused(Boolean(card.current?.querySelector(":focus-visible"))),
      onBlur: () => setIsPaused(false),
    }),
    [],
  );

  return (
    <div className="toast" data-tone={toast.tone ?? "plain"} ref={card} {...pauseHandlers}>
      <p aria-hidden="true">{toast.text}</p>
      {toast.action && (
        <button type="button" ref={action} className="button button-quiet" onClick={onAction}>
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
  const target = content?.querySelector<HTMLElement>("h1") ?? content;
  target?.focus({ preventScroll: true });
}
