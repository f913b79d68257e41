import { IconCircleCheck } from '@tabler/icons-react';
import { createContext, useCallback, useContext, useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import classes from './toasts.module.css';

export interface ToastOptions {
  title: string;
  text?: ReactNode;
  /** One act: Recibo, Copiar. */
  action?: { label: string; run: () => void };
}

interface Toast extends ToastOptions {
  id: number;
}

type ShowToast = (options: ToastOptions) => void;

const ToastContext = createContext<ShowToast | undefined>(undefined);
const lifeMs = 5000;
const most = 3;

/** Something succeeded. An error is never a toast: what stops work is a dialog. */
export function useToast(): ShowToast {
  const show = useContext(ToastContext);
  if (!show) throw new Error('A toast was asked for outside of UiProvider');
  return show;
}

export function ToastHost({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<Toast[]>([]);
  const nextId = useRef(1);
  const show = useCallback<ShowToast>((options) => {
    setToasts((shown) => [...shown, { ...options, id: nextId.current++ }].slice(-most));
  }, []);
  const remove = useCallback(
    (id: number) => setToasts((shown) => shown.filter((toast) => toast.id !== id)),
    [],
  );
  return (
    <ToastContext value={show}>
      {children}
      <div className={classes.host} role="status" aria-live="polite">
        {toasts.map((toast) => (
          <ToastCard key={toast.id} toast={toast} onEnd={remove} />
        ))}
      </div>
    </ToastContext>
  );
}

function ToastCard({ toast, onEnd }: { toast: Toast; onEnd: (id: number) => void }) {
  const [held, setHeld] = useState(false);
  // Held under the pointer or the focus: the five seconds start again when let go.
  useEffect(() => {
    if (held) return undefined;
    const timer = setTimeout(() => onEnd(toast.id), lifeMs);
    return () => clearTimeout(timer);
  }, [held, toast.id, onEnd]);
  return (
    <div
      className={classes.card}
      data-toast
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <IconCircleCheck size={21} stroke={1.75} aria-hidden />
      <div className={classes.text}>
        <p>{toast.title}</p>
        {toast.text && <p>{toast.text}</p>}
      </div>
      {toast.action && (
        <button
          type="button"
          onClick={() => {
            onEnd(toast.id);
            toast.action?.run();
          }}
        >
          {toast.action.label}
        </button>
      )}
    </div>
  );
}
