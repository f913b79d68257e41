import type { ResponseOf } from '@ramal/contract/api/endpoint';
import type { signIn } from '@ramal/contract/sessions';
import { type PasskeyOptions, canUsePasskeys } from './passkey-device.ts';

/** By what the second step can be taken. */
export type Way = 'authenticator' | 'passkey' | 'recovery';

export interface SecondStep {
  readonly proof: string;
  /** What the account has and this browser can do; the first is offered first. */
  readonly ways: readonly Way[];
  readonly passkey: PasskeyOptions | null;
}

type Asked = Extract<ResponseOf<typeof signIn>, { twofa: true }>;

export function secondStepOf({ proof, has_authenticator, takes_code, passkey }: Asked): SecondStep {
  const able: Record<Way, boolean> = {
    authenticator: has_authenticator,
    passkey: passkey !== null && canUsePasskeys(),
    recovery: takes_code,
  };
  const ways = (['authenticator', 'passkey', 'recovery'] as const).filter((way) => able[way]);
  return { proof, ways, passkey };
}

export const firstWay = ({ ways }: SecondStep): Way | undefined => ways[0];
