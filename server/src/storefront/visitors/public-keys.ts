/**
 * Signed keys that a visitor's browser keeps. `t.` opens the line of a test on one device, `o.` an
 * order, and `c.` the proof of a number. A key of another seller's page is refused. A key contains
 * the version of the access to its line, so that a new password or owner ends its use (Q-VISITORKEY).
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
  /** Version of the access to the line, see `SellerLine`. By default 0, also without a line. */
  readonly version?: number;
}

interface KeyParts {
  readonly id: number;
  readonly until: number;
  readonly version: number;
}

/** Version 0 is not written, so that keys of the former form remain valid. */
const signedText = (
  { id, until, version }: KeyParts,
  { accountId, deviceSignature = '' }: KeyOwner,
): string => `${id}.${until}${version === 0 ? '' : `.${version}`}.${accountId}.${deviceSignature}`;

export function createKey(
  { secrets, clock }: Pick<AppContext, 'secrets' | 'clock'>,
  kind: KeyKind,
  id: number,
  owner: KeyOwner,
): string {
  const until = Math.floor((clock.now().getTime() + KEY_MS) / 1000);
  const { version = 0 } = owner;
  const signature = secrets.sign(uses[kind], signedText({ id, until, version }, owner));
  return [kind, id, until, ...(version === 0 ? [] : [version]), signature].join('.');
}

/** Returns the parts of the key, or refuses every invalid key with the same error. */
export function readKey(
  { secrets, clock }: Pick<AppContext, 'secrets' | 'clock'>,
  kind: KeyKind,
  key: string,
  owner: KeyOwner,
): KeyParts {
  const [written, ...texts] = key.split('.');
  const signature = texts.pop() ?? '';
  const [id = 0, until = 0, version = 0] = texts.map(Number);
  const isForm =
    written === kind &&
    (texts.length === 2 || (texts.length === 3 && version > 0)) &&
    texts.every((text) => /^\d{1,15}$/.test(text));
  const isValid =
    isForm &&
    until * 1000 > clock.now().getTime() &&
    secrets.verify(uses[kind], signedText({ id, until, version }, owner), signature);
  return isValid ? { id, until, version } : refuse('storefront_key_refused');
}

/** Mark of a device, by which visitors are recognised without storing the signature. */
export const markDevice = ({ secrets }: Pick<AppContext, 'secrets'>, signature: string): Buffer =>
  createHmac('sha256', secrets.key('storefront-device')).update(signature).digest();
