/**
 * Records that the panel maintains at the DNS provider. A check reads a record at the provider,
 * writes the wanted address if necessary, and reads it again. A record that was edited outside the
 * panel is `foreign`. The panel does not overwrite it until an admin takes it over.
 */
import ipaddr from 'ipaddr.js';
import sql, { type Sql } from 'sql-template-tag';
import { refuse } from '@ramal/contract/api/errors';
import { HOUR_MS, MINUTE_MS } from '@ramal/contract/rules/durations';
import { insertEventCte, type EventOrigin, recordEvent } from '../events/events.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { combineCtes, type Reader, type Tx } from '../foundation/database.ts';
import { isProviderFailure, isProviderRejection } from '../foundation/provider-error.ts';
import type { DnsProvider, FoundRecord } from './port.ts';

/**
 * - `waiting`: not written or not verified yet.
 * - `made`: the provider has the wanted address.
 * - `foreign`: edited outside the panel.
 * - `no-zone`: no zone of the provider contains the name.
 * - `refused`: the provider rejected a request.
 */
export type RecordState = 'waiting' | 'made' | 'foreign' | 'no-zone' | 'refused';

export interface MaintainedRecord {
  readonly name: string;
  readonly ip: string;
  readonly ttl: number;
  readonly zone: string | null;
  /** Last address that a read at the provider confirmed; null before the first. */
  readonly written: string | null;
  /** Address that was sent and is not confirmed yet; null if every sent address is confirmed. */
  readonly attempted: string | null;
  readonly state: RecordState;
  /** Values at the provider if the record is `foreign`, otherwise null. */
  readonly found: readonly string[] | null;
  /** True if the record always points to the operator's player. */
  readonly followsTarget: boolean;
}

const columns = sql`name, host(ip) as ip, ttl, zone, host(written) as written, host(attempted) as attempted, state, found,
  follows_target`;

export const findRecord = (reader: Reader, name: string): Promise<MaintainedRecord | undefined> =>
  reader.first<MaintainedRecord>(sql`select ${columns} from dns_records where name = ${name}`);

const recordOrigin: EventOrigin = { ip: null, requestId: 'dns-records' };

/** Access to the provider, and the mark of this installation's records. */
export interface DnsAccess {
  readonly provider: DnsProvider;
  readonly mark: string;
}

/** Interval between two checks of a written or foreign record, to detect manual edits. */
const CHECK_EVERY_MS = 15 * MINUTE_MS;
const RETRY_ZONE_MS = HOUR_MS;
const RETRY_REFUSED_MS = 5 * MINUTE_MS;

interface WantedAddress {
  readonly name: string;
  readonly ip: string;
  readonly ttl: number;
  readonly now: Date;
  readonly followsTarget?: boolean;
}

/**
 * Stores the address that a name must point to. The next check writes it to the provider. Refuses a
 * record that was edited outside the panel.
 */
export async function setWantedRecord(
  tx: Tx,
  { name, ip, ttl, now, followsTarget = false }: WantedAddress,
): Promise<void> {
  const existing = await tx.first<{ state: RecordState }>(
    sql`select state from dns_records where name = ${name} for update`,
  );
  if (existing?.state === 'foreign') refuse('record_foreign');
  await tx.run(sql`
    insert into dns_records (name, ip, ttl, check_at, follows_target)
    values (${name}, ${ip}::inet, ${ttl}, ${now}, ${followsTarget})
    on conflict (name) do update set ip = excluded.ip, ttl = excluded.ttl, check_at = excluded.check_at,
      follows_target = excluded.follows_target, state = 'waiting', problem = null`);
}

/** Statement: stores another wanted address for the names. A `foreign` record stays `foreign`. */
export const readdressRecords = (names: Sql, ip: string, now: Date): Sql => sql`
  update dns_records set ip = ${ip}::inet, check_at = ${now},
    state = case when state = 'foreign' then state else 'waiting' end
  where name in (${names})`;

/**
 * Statement: deletes the stored record, so that the panel no longer maintains it.
 * `removeRecordNow` removes it at the provider.
 */
export const deleteStoredRecord = (name: string): Sql =>
  sql`delete from dns_records where name = ${name}`;

type Context = Pick<AppContext, 'db' | 'clock'>;

/**
 * Checks a record at the provider and writes it if necessary. Throws if the provider does not
 * answer, although the provider may have applied the write.
 */
export async function syncRecord(
  ctx: Context,
  { provider, mark }: DnsAccess,
  name: string,
): Promise<RecordState | undefined> {
  const record = await findRecord(ctx.db, name);
  if (!record || provider.kind === 'sandbox') return record?.state;
  try {
    const zone = record.zone ?? (await provider.findZone(name));
    if (zone === undefined) return await storeOutcome(ctx, record, { state: 'no-zone' });
    return await syncInZone(ctx, { provider, mark, zone }, record);
  } catch (error) {
    if (isProviderFailure(error, 'not_found'))
      return storeOutcome(ctx, record, { state: 'no-zone' });
    if (isProviderRejection(error))
      return storeOutcome(ctx, record, { state: 'refused', problem: error.message });
    throw error;
  }
}

async function syncInZone(
  ctx: Context,
  { provider, mark, zone }: DnsAccess & { readonly zone: string },
  record: MaintainedRecord,
): Promise<RecordState> {
  const existing = await provider.read(zone, record.name);
  const action = recordAction(record, existing, mark);
  if (action !== 'write')
    return storeOutcome(ctx, record, { state: action, zone, found: existing });
  // Stored before the request, so that the next check recognizes the address even if the response
  // is lost.
  const isWanted = await ctx.db.tx((tx) =>
    tx.run(sql`
      update dns_records set attempted = ${record.ip}::inet, zone = ${zone}
      where name = ${record.name} and ip = ${record.ip}::inet`),
  );
  if (isWanted === 0) return record.state;
  const { name, ip, ttl: ttlSeconds } = record;
  await provider.write(zone, { name, type: typeOf(ip), ip, ttlSeconds, mark }, existing);
  const after = await provider.read(zone, name);
  const isMade = recordAction({ ...record, attempted: ip }, after, mark) === 'made';
  return storeOutcome(
    ctx,
    record,
    isMade ? { state: 'made', zone, found: after } : { state: 'waiting' },
  );
}

const typeOf = (ip: string): 'A' | 'AAAA' => (ip.includes(':') ? 'AAAA' : 'A');

const valueOf = (ip: string): string => `${typeOf(ip)} ${ip}`;

/** Normalizes the address of a value, because IPv6 addresses have several notations. */
const normalize = (value: string): string => {
  const [type = '', content = ''] = value.split(' ');
  return ipaddr.isValid(content) ? `${type} ${ipaddr.parse(content).toString()}` : value;
};

/**
 * Returns `made` if the record has the wanted value, and `foreign` if it was edited outside the
 * panel. Otherwise returns `write`, which permits the panel to write the wanted value.
 */
export function recordAction(
  { ip, written, attempted }: Pick<MaintainedRecord, 'ip' | 'written' | 'attempted'>,
  existing: FoundRecord | undefined,
  mark: string,
): 'made' | 'foreign' | 'write' {
  // The panel wrote this record, but it is missing, so it was deleted outside the panel.
  if (!existing) return written === null ? 'write' : 'foreign';
  const ours = [ip, written, attempted]
    .filter((address) => address !== null)
    .map((address) => normalize(valueOf(address)));
  const values = existing.values.map(normalize);
  const [value] = values;
  if (existing.mark !== mark || values.length !== 1 || !ours.includes(value!)) return 'foreign';
  return value === normalize(valueOf(ip)) ? 'made' : 'write';
}

interface Outcome {
  readonly state: RecordState;
  readonly zone?: string;
  readonly found?: FoundRecord | undefined;
  readonly problem?: string;
}

const nextCheckMs: Readonly<Record<RecordState, number>> = {
  waiting: MINUTE_MS,
  made: CHECK_EVERY_MS,
  foreign: CHECK_EVERY_MS,
  'no-zone': RETRY_ZONE_MS,
  refused: RETRY_REFUSED_MS,
};

/** Stores the outcome of a check, unless the wanted address changed during the check. */
async function storeOutcome(
  { db, clock }: Context,
  record: MaintainedRecord,
  { state, zone, found: existing, problem }: Outcome,
): Promise<RecordState> {
  const now = clock.now();
  const { name, ip, written } = record;
  const isMade = state === 'made';
  const values = state === 'foreign' ? (existing?.values ?? []) : null;
  await db.tx(async (tx) => {
    const updated = await tx.run(sql`
      update dns_records set state = ${state}, check_at = ${new Date(now.getTime() + nextCheckMs[state])},
        zone = ${state === 'no-zone' ? null : (zone ?? record.zone)}, problem = ${problem ?? null},
        written = case when ${isMade} then ip when ${state !== 'no-zone'} then written end,
        attempted = case when ${!isMade && state !== 'no-zone'} then attempted end,
        written_at = case when ${isMade} and written is distinct from ip then ${now} else written_at end,
        found = ${values}::text[],
        found_at = case when ${values !== null} then coalesce(found_at, ${now}) end
      where name = ${name} and ip = ${ip}::inet`);
    if (updated === 0) return;
    const noAccount = { actorId: null, accountId: null };
    const origin = { ...recordOrigin, at: now };
    if (isMade && written !== ip)
      await recordEvent(tx, origin, {
        kind: 'dns-record-written',
        ...noAccount,
        before: { name, ip: written },
        after: { name, ip },
      });
    if (state === 'foreign' && record.state !== 'foreign')
      await recordEvent(tx, origin, {
        kind: 'dns-record-foreign',
        ...noAccount,
        before: { name, ip: written },
        after: { name, values: values?.join(', ') ?? '' },
      });
  });
  return state;
}

/**
 * Removes a record at the provider, unless it was edited outside the panel. Returns the values that
 * remain at the provider. Throws if the provider does not answer.
 */
export async function removeRecord(
  { provider, mark }: DnsAccess,
  record: MaintainedRecord,
): Promise<readonly string[]> {
  const { name } = record;
  try {
    const zone = record.zone ?? (await provider.findZone(name));
    const existing = zone === undefined ? undefined : await provider.read(zone, name);
    if (zone === undefined || !existing) return [];
    if (recordAction(record, existing, mark) === 'foreign') return existing.values;
    await provider.remove(zone, name, existing);
    return (await provider.read(zone, name))?.values ?? [];
  } catch (error) {
    if (isProviderFailure(error, 'not_found')) return [];
    throw error;
  }
}

/**
 * Overwrites a `foreign` record with the panel's value, on request of an admin. Returns undefined
 * if the stored record does not exist or is not `foreign`.
 */
export async function takeOverRecord(
  ctx: AppContext,
  access: DnsAccess,
  { name, actorId, origin }: { name: string; actorId: number; origin: EventOrigin },
): Promise<RecordState | undefined> {
  const record = await findRecord(ctx.db, name);
  if (record?.state !== 'foreign' || !record.zone) return undefined;
  const existing = await access.provider.read(record.zone, name);
  const { ip, ttl: ttlSeconds, zone } = record;
  await ctx.db.tx((tx) =>
    tx.run(
      combineCtes({
        record: sql`
          update dns_records set attempted = ip, written = null, state = 'waiting', found = null, found_at = null,
            check_at = ${ctx.clock.now()}
          where name = ${name} and ip = ${ip}::inet`,
        event: insertEventCte(origin, {
          kind: 'dns-record-taken-over',
          actorId,
          accountId: actorId,
          before: { name, values: existing?.values.join(', ') ?? '' },
          after: { name, ip },
        }),
      }),
    ),
  );
  const wanted = { name, type: typeOf(ip), ip, ttlSeconds, mark: access.mark };
  await access.provider.write(zone, wanted, existing);
  return syncRecord(ctx, access, name);
}
