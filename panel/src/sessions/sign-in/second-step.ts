import type { ResponseOf } from '@ramal/contract/api/endpoint';
import type { signIn } from '@ramal/contract/sessions';
import { type PasskeyOptions, canUsePasskeys } from '../passkey-device.ts';

/** What the second step can be taken with. */
export type SignInMethod = 'authenticator' | 'passkey' | 'recovery';

export interface SecondStep {
  readonly proof: string;
  /** What the account has and this browser can do; the first is offered first. */
  readonly methods: readonly SignInMethod[];
  readonly passkey: PasskeyOptions | null;
}

type SecondStepAnswer = Extract<ResponseOf<typeof signIn>, { twofa: true }>;

export function readSecondStep({
  proof,
  has_authenticator,
  takes_code,
  passkey,
}: SecondStepAnswer): SecondStep {
  const able: Record<SignInMethod, boolean> = {
    authenticator: has_authenticator,
    passkey: passkey !== null && canUsePasskeys(),
    recovery: takes_code,
  };
  const methods = (['authenticator', 'passkey', 'recovery'] as const).filter(
    (method) => able[method],
  );
  return { proof, methods, passkey };
}
