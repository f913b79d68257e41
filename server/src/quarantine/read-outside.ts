/** Reads events since the time of the restored data from external systems. Changes nothing. */
import { refuse } from '@ramal/contract/api/errors';
import type { AppContext } from '../foundation/app-context.ts';
import { unixSeconds } from '../foundation/clock.ts';
import { isProviderRejection, ProviderError } from '../foundation/provider-error.ts';
import { createSharedRuns, oncePer } from '../foundation/shared-runs.ts';
import type {
  OutsideReading,
  OutsideSource,
  OutsideSources,
  OutsideView,
} from './outside-source.ts';
import { readQuarantine } from './restores.sql.ts';
import { readSettled } from './settled-outside.ts';

/** Time limit for starting requests. Requests in progress have the timeout of their provider. */
const ASKING_MS = 20_000;

const sharedReads = oncePer(({ db }: AppContext) => db, createSharedRuns);

/** Reads once per process at a time. Concurrent callers get the same result. */
export const readOutside = (ctx: AppContext, outside: OutsideSources): Promise<OutsideView> =>
  sharedReads(ctx)('outside', () => read(ctx, outside));

async function read(ctx: AppContext, outside: OutsideSources): Promise<OutsideView> {
  const { db, clock } = ctx;
  const restore = await readQuarantine(db);
  if (!restore) return refuse('not_in_quarantine');
  const { madeAt, restoredAt } = restore;
  const late = AbortSignal.timeout(ASKING_MS);
  const parts = await Promise.all(
    outside.sources.map(async (source) => ({
      kind: source.kind,
      ...(await readSource(ctx, source, madeAt, late)),
    })),
  );
  const settled = await readSettled(db);
  return {
    sinceTimestamp: unixSeconds(madeAt),
    happened: parts.flatMap(({ kind, events }) =>
      events.map((event) => ({
        kind,
        ...event,
        settled: settled.some((item) => item.kind === kind && item.key === event.key),
      })),
    ),
    messages: await outside.countWaitingMessages(db, clock.now()),
    keys: await outside.countRestoredKeys(db, { restoredAt, now: clock.now() }),
    unread: parts.flatMap(({ unread }) => unread),
  };
}

/**
 * Reads one external system. A failure becomes a result, so that it does not hide the results of
 * the others.
 */
async function readSource(
  ctx: AppContext,
  { where, read: readEvents }: OutsideSource,
  since: Date,
  late: AbortSignal,
): Promise<OutsideReading> {
  try {
    return await readEvents(ctx, since, late);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    ctx.log.warn({ err: error, where }, 'the events since the backup could not be read');
    const why = isProviderRejection(error) ? error.message : 'Não respondeu.';
    return { events: [], unread: [{ where, why }] };
  }
}
