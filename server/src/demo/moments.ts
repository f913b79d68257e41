/** Provides the app context and the caller of a time in the past. */
import { HOUR_MS } from '@ramal/contract/rules/durations';
import type { AppContext } from '../foundation/app-context.ts';
import type { Caller } from '../foundation/caller.ts';

export interface PastContext extends AppContext {
  /** Returns the caller with the time of the request set to the past. */
  readonly asCaller: (caller: Caller) => Caller;
}

export const hoursBefore = ({ clock }: Pick<AppContext, 'clock'>, hours: number): Date =>
  new Date(clock.now().getTime() - hours * HOUR_MS);

export function contextAt(ctx: AppContext, hoursAgo: number): PastContext {
  const moment = hoursBefore(ctx, hoursAgo);
  return {
    ...ctx,
    clock: { ...ctx.clock, now: () => moment },
    asCaller: (caller) => ({ ...caller, requestMeta: { ...caller.requestMeta, at: moment } }),
  };
}
