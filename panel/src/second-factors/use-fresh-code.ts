/**
 * The fresh code of a sensitive action: required of an account with a second factor, sent along with the
 * action and spent by it (Q-2FASETUP). Any form holds one and draws it with `FreshCode`.
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
  /** False, with the text under the field, when the call cannot be sent yet. */
  readonly check: () => boolean;
  /** Goes into the body of the call. */
  readonly sent: () => { code2fa?: string };
  /**
   * A code is valid once: after a refusal a new one is requested. True if the code caused the
   * refusal.
   */
  readonly refused: (error: unknown) => boolean;
}

const CODE_LENGTH = 6;

interface CodeState {
  readonly value: string;
  readonly byPasskey: boolean;
  readonly error?: string;
}

const emptyCode: CodeState = { value: '', byPasskey: false };

export function useFreshCode(): FreshCodeState {
  const needed = useProfile().data?.secondFactor.enrolled ?? false;
  const [state, setState] = useState<CodeState>(emptyCode);
  const isComplete = state.byPasskey || state.value.length === CODE_LENGTH;
  return {
    needed,
    value: state.value,
    byPasskey: state.byPasskey,
    error: state.error,
    type: (value) => setState({ value, byPasskey: false }),
    confirmed: (value) => setState({ value, byPasskey: true }),
    clear: () => setState(emptyCode),
    check: () => {
      if (!needed || isComplete) return true;
      setState({ ...state, error: errorText('code_2fa_missing') });
      return false;
    },
    sent: () => (needed && isComplete ? { code2fa: state.value } : {}),
    refused: (error) => {
      // The server checks the password first: the code is still valid.
      if (!(error instanceof ApiError) || error.code === 'current_password_wrong') return false;
      const isAboutIt = error.code === 'code_2fa_missing' || error.code === 'code_2fa_wrong';
      // The code may have been spent on a refusal about something else.
      setState(isAboutIt ? { ...emptyCode, error: error.message } : emptyCode);
      return isAboutIt;
    },
  };
}

/**
 * The code for credits that an admin issues. Undefined within the daily amount without a code,
 * until the server requires it (Q-STOLENSESSION).
 */
export function useIssuingCode(): {
  readonly code: FreshCodeState;
  readonly codeFor: (hundredths: number) => FreshCodeState | undefined;
} {
  const code = useFreshCode();
  const free = useProfile().data?.creditsWithoutCode;
  const codeFor = (hundredths: number) =>
    code.error !== undefined || (typeof free === 'number' && hundredths > free * 100)
      ? code
      : undefined;
  return { code, codeFor };
}
