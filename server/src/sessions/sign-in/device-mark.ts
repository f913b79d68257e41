/**
 * A device mark tells a browser that signed in to an account before from a stranger (Q-LOGINPRESSURE).
 * Each sign-in hands one out, and the browser sends it with the next. It proves no identity: it only
 * frees the device from what strangers do to the limits. A new password ends the marks of the old one.
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

/** A device that is known already keeps its id, by which its attempts are counted. */
export function createDeviceMark(
  ctx: AppContext,
  account: MarkedAccount,
  knownDevice?: string,
): string {
  const until = ctx.clock.now().getTime() + GOOD_FOR_MS;
  const claim = `${account.id}.${knownDevice ?? randomUUID()}.${until}`;
  return `dm.${claim}.${ctx.secrets.sign('device-mark', `${claim}.${account.passwordHash}`)}`;
}

/** The id of the device, where the mark is one of this account. */
export function knownDeviceOf(
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
