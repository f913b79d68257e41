/**
 * A device mark is a token that identifies a browser that has signed in to the account before
 * (Q-LOGINPRESSURE). Each sign-in returns one, and the browser sends it with the next sign-in. It
 * proves no identity; it only exempts the device from the limits that unknown devices share. A new
 * password invalidates the marks.
 */
import { randomUUID } from 'node:crypto';
import { DAY_MS } from '@ramal/contract/rules/durations';
import type { AppContext } from '../../foundation/app-context.ts';

const GOOD_FOR_MS = 180 * DAY_MS;
const FORMAT = /^dm\.(\d+)\.([\da-f-]{36})\.(\d+)\.([\w-]+)$/;

interface MarkedAccount {
  readonly id: number;
  readonly passwordHash: string;
}

/** Creates a device mark. A known device keeps its id, by which its attempts are counted. */
export function createDeviceMark(
  ctx: AppContext,
  account: MarkedAccount,
  knownDevice?: string,
): string {
  const until = ctx.clock.now().getTime() + GOOD_FOR_MS;
  const claim = `${account.id}.${knownDevice ?? randomUUID()}.${until}`;
  return `dm.${claim}.${ctx.secrets.sign('device-mark', `${claim}.${account.passwordHash}`)}`;
}

/**
 * Returns the id of the device. Undefined if the mark is missing, forged, expired or of another
 * account.
 */
export function findKnownDevice(
  ctx: AppContext,
  account: MarkedAccount | undefined,
  mark: string | undefined,
): string | undefined {
  const [, id, device, until, signature] = FORMAT.exec(mark ?? '') ?? [];
  if (!account || !device || !signature || Number(id) !== account.id) return undefined;
  if (Number(until) <= ctx.clock.now().getTime()) return undefined;
  const signed = `${id}.${device}.${until}.${account.passwordHash}`;
  return ctx.secrets.verify('device-mark', signed, signature) ? device : undefined;
}
