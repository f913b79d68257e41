/**
 * The token of the first step replaces the human check while the user enters the code. It is valid
 * for five minutes and for one account (Q-TWOFASHAPE).
 */
import { MINUTE_MS } from '@ramal/contract/rules/durations';
import type { AppContext } from '../../foundation/app-context.ts';

const GOOD_FOR_MS = 5 * MINUTE_MS;
const FORMAT = /^2f\.(\d+)\.(\d+)\.([\w-]+)$/;

export function createSecondStepToken(ctx: AppContext, accountId: number): string {
  const claim = `${accountId}.${ctx.clock.now().getTime() + GOOD_FOR_MS}`;
  return `2f.${claim}.${ctx.secrets.sign('second-step', claim)}`;
}

export function isSecondStepToken(ctx: AppContext, accountId: number, token: string): boolean {
  const [, id, until, signature] = FORMAT.exec(token) ?? [];
  if (!id || !until || !signature || Number(id) !== accountId) return false;
  return (
    Number(until) > ctx.clock.now().getTime() &&
    ctx.secrets.verify('second-step', `${id}.${until}`, signature)
  );
}
