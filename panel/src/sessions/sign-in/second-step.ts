import type { ResponseOf } from '@ramal/contract/api/endpoint';
import type { signIn } from '@ramal/contract/sessions';
import { type PasskeyOptions, canUsePasskeys } from '../passkey-device.ts';

/** Methods of the second sign-in step. */
export type SignInMethod = 'authenticator' | 'passkey' | 'recovery';

export interface SecondStep {
  readonly proof: string;
  /**
   * Methods that the account has and that this browser supports. The first method is selected by
   * default.
   */
  readonly methods: readonly SignInMethod[];
  readonly passkey: PasskeyOptions | null;
}

type SecondStepAnswer = Extract<ResponseOf<typeof signIn>, { twofa: true }>;

export function readSecondStep({
  proof,
  hasAuthenticator,
  takesCode,
  passkey,
}: SecondStepAnswer): SecondStep {
  const able: Record<SignInMethod, boolean> = {
    authenticator: hasAuthenticator,
    passkey: passkey !== null && canUsePasskeys(),
    recovery: takesCode,
  };
  const methods = (['authenticator', 'passkey', 'recovery'] as const).filter(
    (method) => able[method],
  );
  return { proof, methods, passkey };
}
