/**
 * State of an edit in the place of a value. Enter, leaving the fields and closing the page save, Esc
 * cancels. After a refusal the typed text stays with the reason.
 */
import {
  type FocusEvent,
  type KeyboardEvent,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { ApiError, endsSession } from '../../../foundation/api/api.ts';
import { useDraft } from '../../../foundation/drafts.ts';
import { useAlertDialog } from '../../../ui/dialogs/dialogs.tsx';

/** Reason for which the panel does not send a typed text. */
export class InvalidInput extends Error {}

interface InlineEditOptions<Typed> {
  /** Name of the draft, which contains the typed text until it is saved. */
  readonly name: string;
  readonly initial: Typed;
  /** Returns false if the person cancelled the save. */
  readonly save: (typed: Typed) => Promise<unknown>;
  /** Called after a save, and after a cancelled or unchanged edit. */
  readonly onClose?: (() => void) | undefined;
  readonly onSaved?: (() => void) | undefined;
  /** True if Enter starts a new text line instead of saving. */
  readonly hasLines?: boolean;
}

const LOST = 'Não deu para salvar. Confira sua conexão e tente de novo.';

const reasonOf = (failure: unknown): string => {
  if (failure instanceof InvalidInput) return failure.message;
  if (failure instanceof ApiError) return Object.values(failure.fields)[0] ?? failure.message;
  return LOST;
};

const isEqual = (left: unknown, right: unknown): boolean =>
  JSON.stringify(left) === JSON.stringify(right);

export function useInlineEdit<Typed>(options: InlineEditOptions<Typed>) {
  const { name, initial, save, onClose, onSaved, hasLines } = options;
  const draft = useDraft<{ readonly typed?: Typed }>(name, {});
  const { typed = initial } = draft.value;
  const [error, setError] = useState<string>();
  const [isSaving, setSaving] = useState(false);
  const unsaved = useRef(draft.value);
  const hasTyped = useRef(false);
  const running = useRef<Promise<unknown>>(undefined);
  const cancelled = useRef(false);
  const isRemoved = useSaveOnRemoval(
    () => running.current ?? (hasTyped.current ? sendUnsaved() : undefined),
  );
  /** Saves the typed text, unless it is the stored text. */
  const sendUnsaved = (): Promise<unknown> | undefined => {
    const { typed: sent = initial } = unsaved.current;
    if (isEqual(sent, initial)) return undefined;
    running.current = save(sent)
      .then((result) => {
        forget();
        return result;
      })
      .finally(() => {
        running.current = undefined;
      });
    return running.current;
  };
  const forget = () => {
    unsaved.current = {};
    draft.clear();
  };
  const end = () => {
    forget();
    setError(undefined);
    onClose?.();
  };
  const submit = async () => {
    if (running.current || cancelled.current) return;
    const sending = sendUnsaved();
    if (!sending) {
      end();
      return;
    }
    setSaving(true);
    try {
      const result = await sending;
      if (isRemoved.current) return;
      end();
      if (result !== false) onSaved?.();
    } catch (failure) {
      setError(reasonOf(failure));
    } finally {
      setSaving(false);
    }
  };
  return {
    value: typed,
    error,
    isSaving,
    change: (next: Typed) => {
      cancelled.current = false;
      hasTyped.current = true;
      unsaved.current = { typed: next };
      draft.change(unsaved.current);
      setError(undefined);
    },
    /** Handlers of the element around all fields of the edit. */
    group: {
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
        if (!currentTarget.contains(relatedTarget)) void submit();
      },
      onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
        if (event.key === 'Escape') {
          event.preventDefault();
          event.stopPropagation();
          // The fields disappear, and their blur must not save the text.
          cancelled.current = true;
          end();
        } else if (event.key === 'Enter' && !(hasLines && !event.ctrlKey)) {
          event.preventDefault();
          void submit();
        }
      },
    },
  };
}

/**
 * Saves a typed text when its fields are removed without a blur, for example by a swipe or a step
 * back. The fields can no longer show a refusal, so a message does. Returns true after the removal.
 */
function useSaveOnRemoval(save: () => Promise<unknown> | undefined) {
  const isRemoved = useRef(false);
  const alert = useAlertDialog();
  const finish = useEffectEvent(async () => {
    try {
      await save();
    } catch (failure) {
      if (endsSession(failure)) return;
      await alert({
        title: 'Não foi salvo',
        text: `${reasonOf(failure)} O texto continua no campo deste cliente.`,
        ...(failure instanceof ApiError ? { requestId: failure.requestId } : {}),
      });
    }
  });
  useEffect(() => {
    isRemoved.current = false;
    return () => {
      isRemoved.current = true;
      void finish();
    };
  }, []);
  return isRemoved;
}
