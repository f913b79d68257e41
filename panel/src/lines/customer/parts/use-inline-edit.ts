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
  const { initial, onClose, onSaved, hasLines } = options;
  const text = useUnsavedText(options);
  const [error, setError] = useState<string>();
  const [isSaving, setSaving] = useState(false);
  const cancelled = useRef(false);
  const isRemoved = useSaveOnRemoval(text.finish);
  const end = () => {
    text.forget();
    setError(undefined);
    onClose?.();
  };
  const submit = async () => {
    if (text.isSending() || cancelled.current) return;
    const sending = text.send();
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
    value: text.typed ?? initial,
    error,
    isSaving,
    change: (next: Typed) => {
      cancelled.current = false;
      text.change(next);
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

/** The typed text until it is saved, and the save that is running. */
function useUnsavedText<Typed>({ name, initial, save }: InlineEditOptions<Typed>) {
  const draft = useDraft<{ readonly typed?: Typed }>(name, {});
  const unsaved = useRef(draft.value);
  const hasTyped = useRef(false);
  const running = useRef<Promise<unknown>>(undefined);
  const forget = () => {
    unsaved.current = {};
    draft.clear();
  };
  /** Returns undefined if the typed text is the stored text. */
  const send = (): Promise<unknown> | undefined => {
    const { typed = initial } = unsaved.current;
    if (isEqual(typed, initial)) return undefined;
    running.current = save(typed)
      .then((result) => {
        forget();
        return result;
      })
      .finally(() => {
        running.current = undefined;
      });
    return running.current;
  };
  return {
    /** Undefined if the text was not changed. */
    typed: draft.value.typed,
    change: (typed: Typed) => {
      hasTyped.current = true;
      unsaved.current = { typed };
      draft.change({ typed });
    },
    forget,
    send,
    isSending: () => running.current !== undefined,
    /** Ends the running save, or saves what was typed since the fields appeared. */
    finish: () => running.current ?? (hasTyped.current ? send() : undefined),
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
