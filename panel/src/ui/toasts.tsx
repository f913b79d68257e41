import { IconCircleCheck, IconX } from '@tabler/icons-react';
import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { ReactNode } from 'react';
import classes from './toasts.module.css';

export interface ToastOptions {
  title: string;
  text?: ReactNode;
  /** Action of the toast, such as «Recibo» or «Copiar». */
  action?: ToastAction;
}

interface ToastAction {
  label: string;
  /** Full name of the action if its label is short. It must start with the label. */
  name?: string;
  run: () => void;
  /** True if the toast stays open after its action has run. */
  keeps?: boolean;
}

/**
 * Toast for a result after which the user can run further actions. It stays open until the user
 * closes it. The oldest one closes if more than MAX_TOASTS such toasts are open.
 */
interface LastingToastOptions extends Omit<ToastOptions, 'action'> {
  actions: readonly ToastAction[];
  /** Runs when the user closes the toast without an action. */
  onDismiss?: () => void;
}

interface Toast extends LastingToastOptions {
  id: number;
  lasting: boolean;
}

type ShowToast = (options: ToastOptions) => void;
/** Shows a toast. The returned function closes it. */
type ShowLastingToast = (options: LastingToastOptions) => () => void;

interface Toasts {
  show: ShowToast;
  showLasting: ShowLastingToast;
}

const ToastContext = createContext<Toasts | undefined>(undefined);
const lifeMs = 5000;
const MAX_TOASTS = 3;

/** Returns a function that shows a success. Errors are shown in a dialog instead. */
export const useToast = (): ShowToast => useToasts().show;

export const useLastingToast = (): ShowLastingToast => useToasts().showLasting;

/** The provider surrounds every screen. */
const useToasts = (): Toasts => useContext(ToastContext)!;

export function ToastHost({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<Toast[]>([]);
  const nextId = useRef(1);
  const remove = useCallback(
    (id: number) => setToasts((shown) => shown.filter((toast) => toast.id !== id)),
    [],
  );
  const showing = useMemo<Toasts>(() => {
    const add = (toast: Omit<Toast, 'id'>) => {
      const id = nextId.current++;
      setToasts((shown) => [...makeRoom(shown), { ...toast, id }]);
      return id;
    };
    return {
      show: ({ action, ...options }) =>
        void add({ ...options, actions: action ? [action] : [], lasting: false }),
      showLasting: (options) => {
        const id = add({ ...options, lasting: true });
        return () => remove(id);
      },
    };
  }, [remove]);
  return (
    <ToastContext value={showing}>
      {children}
      <div className={classes.host} role="status" aria-live="polite">
        {toasts.map((toast) => (
          <ToastCard key={toast.id} toast={toast} onEnd={remove} />
        ))}
      </div>
    </ToastContext>
  );
}

/**
 * Makes room for another toast. Removes the oldest toast that is not lasting, or the oldest of all
 * if every toast is lasting.
 */
function makeRoom(toasts: Toast[]): Toast[] {
  const removed = toasts.find(({ lasting }) => !lasting) ?? toasts[0];
  return toasts.length < MAX_TOASTS ? toasts : toasts.filter((toast) => toast !== removed);
}

function ToastCard({ toast, onEnd }: { toast: Toast; onEnd: (id: number) => void }) {
  const [isPaused, setPaused] = useState(false);
  // Closes the toast after a time. The timer stops while the toast has the pointer or the focus.
  // After that it starts again with five seconds.
  useEffect(() => {
    if (isPaused || toast.lasting) return undefined;
    const timer = setTimeout(() => onEnd(toast.id), lifeMs);
    return () => clearTimeout(timer);
  }, [isPaused, toast.lasting, toast.id, onEnd]);
  return (
    <div
      className={classes.card}
      data-toast
      data-lasting={toast.lasting || undefined}
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
    >
      <IconCircleCheck size={21} stroke={1.75} aria-hidden />
      <div className={classes.text}>
        <p>{toast.title}</p>
        {toast.text && <p>{toast.text}</p>}
      </div>
      {toast.actions.length > 0 && (
        <div className={classes.actions}>
          {toast.actions.map(({ label, name, run, keeps = false }) => (
            <button
              key={label}
              type="button"
              aria-label={name}
              onClick={() => {
                if (!keeps) onEnd(toast.id);
                run();
              }}
            >
              {label}
            </button>
          ))}
        </div>
      )}
      {toast.lasting && (
        <button
          type="button"
          className={classes.close}
          aria-label="Fechar o aviso"
          onClick={() => {
            onEnd(toast.id);
            toast.onDismiss?.();
          }}
        >
          <IconX size={16} stroke={1.75} aria-hidden />
        </button>
      )}
    </div>
  );
}
