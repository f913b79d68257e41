/**
 * The fresh code of a sensitive act: asked of whoever has a second factor, sent along with the act
 * and spent by it (Q-2FASETUP). Any form holds one and draws it with `FreshCode`.
 */
import { errorText } from '@ramal/contract/api/errors';
import { useState } from 'react';
import { ApiError } from '../foundation/api/api.ts';
import { useProfile } from '../sessions/profile.ts';

export interface FreshCodeState {
  /** The account has a second factor: without a code the server refuses. */
  readonly needed: boolean;
  /** Six digits as typed, or what a passkey was exchanged for. */
  readonly value: string;
  readonly byPasskey: boolean;
  readonly error: string | undefined;
  readonly type: (digits: string) => void;
  readonly confirmed: (code: string) => void;
  readonly clear: () => void;
  /** False, with the text under the field, when the act cannot be sent yet. */
  readonly check: () => boolean;
  /** What goes into the body of the act. */
  readonly sent: () => { code_2fa?: string };
  /** A code serves once: after a refusal it is asked anew. True when the refusal was about the code. */
  readonly refused: (error: unknown) => boolean;
}

const CODE_LENGTH = 6;

interface Held {
  readonly value: string;
  readonly byPasskey: boolean;
  readonly error?: string;
}

const nothing: Held = { value: '', byPasskey: false };

export function useFreshCode(): FreshCodeState {
  const needed = useProfile().data?.second_factor.enrolled ?? false;
  const [held, setHeld] = useState<Held>(nothing);
  const isWhole = held.byPasskey || held.value.length === CODE_LENGTH;
  return {
    needed,
    value: held.value,
    byPasskey: held.byPasskey,
    error: held.error,
    type: (value) => setHeld({ value, byPasskey: false }),
    confirmed: (value) => setHeld({ value, byPasskey: true }),
    clear: () => setHeld(nothing),
    check: () => {
      if (!needed || isWhole) return true;
      setHeld({ ...held, error: errorText('code_2fa_missing') });
      return false;
    },
    sent: () => (needed && isWhole ? { code_2fa: held.value } : {}),
    refused: (error) => {
      if (!(error instanceof ApiError)) return false;
      const isAboutIt = error.code === 'code_2fa_missing' || error.code === 'code_2fa_wrong';
      // Whatever else was wrong, the code may have been spent on it.
      setHeld(isAboutIt ? { ...nothing, error: error.message } : nothing);
      return isAboutIt;
    },
  };
}
