/** Job that runs every minute: creates new records, and checks due records for manual edits. */
import sql from 'sql-template-tag';
import { MINUTE_MS } from '@ramal/contract/rules/durations';
import type { AppContext } from '../foundation/app-context.ts';
import type { Job } from '../foundation/jobs.ts';
import { isProviderFailure } from '../foundation/provider-error.ts';
import { currentDns } from './dns-settings.ts';
import { type DnsAccess, type MaintainedRecord, removeRecord, syncRecord } from './records.ts';

/**
 * Maximum number of records per run, so that the worst case does not exceed Cloudflare's limit of
 * 1,200 requests in five minutes.
 */
const MAX_PER_RUN = 40;
const LEASE_MS = 5 * MINUTE_MS;

export async function syncDueRecords(
  ctx: AppContext,
  { provider, mark }: DnsAccess,
): Promise<void> {
  if (provider.kind === 'sandbox') return;
  const now = ctx.clock.now();
  const due = await ctx.db.tx((tx) =>
    tx.many<{ name: string }>(sql`
      update dns_records set check_at = ${new Date(now.getTime() + LEASE_MS)}
      where name in (select name from dns_records where check_at <= ${now}
        order by (state = 'waiting') desc, check_at limit ${MAX_PER_RUN} for no key update skip locked)
      returning name`),
  );
  const names = due.map(({ name }) => name);
  for (const name of names)
    try {
      await syncRecord(ctx, { provider, mark }, name);
    } catch (error) {
      ctx.log.warn({ err: error, name }, 'a DNS record could not be checked');
      // If one record fails, the others are still checked. If the provider requests a pause, all
      // due records wait until the pause ends.
      if (isProviderFailure(error, 'rate_limited'))
        return postponeAll(ctx, names, error.retryAfterMs ?? MINUTE_MS);
      await postponeRecord(ctx, name);
    }
}

const postponeRecord = ({ db, clock }: AppContext, name: string): Promise<number> =>
  db.tx((tx) =>
    tx.run(sql`
      update dns_records set check_at = ${new Date(clock.now().getTime() + MINUTE_MS)}
      where name = ${name}`),
  );

async function postponeAll(
  { db, clock }: AppContext,
  leased: readonly string[],
  ms: number,
): Promise<void> {
  const until = new Date(clock.now().getTime() + ms);
  await db.tx((tx) =>
    tx.run(sql`
      update dns_records set check_at = ${until} where check_at < ${until} or name = any(${[...leased]}::text[])`),
  );
}

/** Writes records immediately after a change. If a write fails, the job writes the record later. */
export async function syncRecordsNow(ctx: AppContext, names: readonly string[]): Promise<void> {
  const { provider, settings } = await currentDns(ctx);
  for (const name of names)
    try {
      await syncRecord(ctx, { provider, mark: settings.mark }, name);
    } catch (error) {
      ctx.log.warn({ err: error, name }, 'a DNS record will be written by the job');
    }
}

/**
 * Result of a removal. `unknown` means that the provider did not answer, or rejected the request.
 */
export type Removal =
  | { readonly outcome: 'nothing' | 'removed' | 'unknown' }
  | { readonly outcome: 'stays'; readonly values: readonly string[] };

export async function removeRecordNow(
  ctx: AppContext,
  record: MaintainedRecord | undefined,
): Promise<Removal> {
  const { provider, settings } = await currentDns(ctx);
  if (!record || provider.kind === 'sandbox') return { outcome: 'nothing' };
  try {
    const values = await removeRecord({ provider, mark: settings.mark }, record);
    if (values.length > 0) return { outcome: 'stays', values };
    return { outcome: record.written === null ? 'nothing' : 'removed' };
  } catch (error) {
    ctx.log.warn({ err: error, name: record.name }, 'a DNS record stays at the provider');
    return { outcome: record.written === null ? 'nothing' : 'unknown' };
  }
}

export const syncRecordsJob: Job = {
  name: 'keep-dns-records',
  schedule: '* * * * *',
  work: async (ctx) => {
    const { provider, settings } = await currentDns(ctx);
    await syncDueRecords(ctx, { provider, mark: settings.mark });
  },
};
