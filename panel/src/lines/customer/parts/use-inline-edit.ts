/**
 * State of an edit in the place of a value. Enter and leaving the fields save, Esc cancels. After a
 * refusal the typed text stays with the reason.
 */
import { type FocusEvent, type KeyboardEvent, useRef, useState } from 'react';
import { ApiError } from '../../../foundation/api/api-error.ts';

/** Reason for which the panel does not send a typed text. */
export class InvalidInput extends Error {}

interface InlineEditOptions<Typed> {
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
  const { initial, save, onClose, onSaved, hasLines } = options;
  const [draft, setDraft] = useState<{ readonly typed: Typed }>();
  const [error, setError] = useState<string>();
  const [isSaving, setSaving] = useState(false);
  const running = useRef(false);
  const cancelled = useRef(false);
  const end = () => {
    setDraft(undefined);
    setError(undefined);
    onClose?.();
  };
  const submit = async () => {
    if (running.current || cancelled.current) return;
    if (!draft || isEqual(draft.typed, initial)) return end();
    running.current = true;
    setSaving(true);
    try {
      const result = await save(draft.typed);
      end();
      if (result !== false) onSaved?.();
    } catch (failure) {
      setError(reasonOf(failure));
    } finally {
      running.current = false;
      setSaving(false);
    }
    return undefined;
  };
  return {
    value: draft ? draft.typed : initial,
    error,
    isSaving,
    change: (typed: Typed) => {
      cancelled.current = false;
      setDraft({ typed });
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
