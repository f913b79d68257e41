/**
 * Signed keys that a visitor's browser keeps. `t.` opens the line of a test on one device, `o.` an
 * order, and `c.` the proof of a number. A key of another seller's page is refused.
 */
import { createHmac } from 'node:crypto';
import { DAY_MS } from '@ramal/contract/rules/durations';
import { refuse } from '@ramal/contract/api/errors';
import type { AppContext } from '../../foundation/app-context.ts';

const KEY_MS = 90 * DAY_MS;

const uses = { t: 'storefront-test', o: 'storefront-order', c: 'storefront-proof' } as const;
type KeyKind = keyof typeof uses;

interface KeyOwner {
  readonly accountId: number;
  /** Signature of the device, for keys that are valid on one device only. */
  readonly deviceSignature?: string;
}

const signedText = (id: number, until: number, { accountId, deviceSignature = '' }: KeyOwner) =>
  `${id}.${until}.${accountId}.${deviceSignature}`;

export function createKey(
  { secrets, clock }: Pick<AppContext, 'secrets' | 'clock'>,
  kind: KeyKind,
  id: number,
  owner: KeyOwner,
): string {
  const until = Math.floor((clock.now().getTime() + KEY_MS) / 1000);
  return `${kind}.${id}.${until}.${secrets.sign(uses[kind], signedText(id, until, owner))}`;
}

/** Returns the id in the key, or refuses every invalid key with the same error. */
export function readKey(
  { secrets, clock }: Pick<AppContext, 'secrets' | 'clock'>,
  kind: KeyKind,
  key: string,
  owner: KeyOwner,
): number {
  const [written, id = '', until = '', signature = '', ...rest] = key.split('.');
  const isNumber = (text: string) => /^\d{1,15}$/.test(text);
  const isForm = written === kind && rest.length === 0 && isNumber(id) && isNumber(until);
  const isValid =
    isForm &&
    Number(until) * 1000 > clock.now().getTime() &&
    secrets.verify(uses[kind], signedText(Number(id), Number(until), owner), signature);
  return isValid ? Number(id) : refuse('storefront_key_refused');
}

/** Mark of a device, by which orders of one visitor are recognised without storing the signature. */
export const markDevice = ({ secrets }: Pick<AppContext, 'secrets'>, signature: string): Buffer =>
  createHmac('sha256', secrets.key('storefront-device')).update(signature).digest();
