/**
 * State of a new code for a sensitive action. An account with a second factor must send such a
 * code, and each code is valid for one action (Q-2FASETUP). A form stores the result of
 * `useFreshCode` and renders it with `FreshCode`.
 */
import { errorText } from '@ramal/contract/api/errors';
import { useState } from 'react';
import { ApiError } from '../foundation/api/api.ts';
import { useProfile } from '../sessions/profile.ts';

export interface FreshCodeState {
  /** True if the account has a second factor. The server then rejects a call without a code. */
  readonly needed: boolean;
  /** Six typed digits, or the confirmation that a passkey returned. */
  readonly value: string;
  readonly byPasskey: boolean;
  readonly error: string | undefined;
  readonly type: (digits: string) => void;
  readonly confirmed: (code: string) => void;
  readonly clear: () => void;
  /** Returns false if the call cannot be sent yet, and shows the reason under the field. */
  readonly check: () => boolean;
  /** Returns the code as a field of the request body. */
  readonly sent: () => { code2fa?: string };
  /**
   * Handles a rejected call. A code is valid once, so the user needs a new code. Returns true if
   * the code was the reason of the rejection.
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
      // The server checks the password before the code, so the code is still valid.
      if (!(error instanceof ApiError) || error.code === 'current_password_wrong') return false;
      const isAboutIt = error.code === 'code_2fa_missing' || error.code === 'code_2fa_wrong';
      // Clears the code. The server may have used it, even if it rejected the call for another
      // reason.
      setState(isAboutIt ? { ...emptyCode, error: error.message } : emptyCode);
      return isAboutIt;
    },
  };
}

/**
 * Returns the code state for credits that an admin issues. `codeFor` returns undefined if the
 * amount needs no code. An admin may issue a daily amount without a code, unless the server
 * requires it (Q-STOLENSESSION).
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
