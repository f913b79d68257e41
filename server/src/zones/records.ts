/**
 * Records that the panel maintains at the DNS provider. The wanted value is stored first; then the
 * current value is read, written and read again. A record that is not ours, or that does not have
 * our value, is not changed but shown.
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

export type RecordState = 'waiting' | 'made' | 'foreign' | 'no-zone' | 'refused';

export interface KeptRecord {
  readonly name: string;
  readonly ip: string;
  readonly ttl: number;
  readonly zone: string | null;
  readonly written: string | null;
  readonly attempted: string | null;
  readonly state: RecordState;
  readonly found: readonly string[] | null;
  readonly followsTarget: boolean;
}

const columns = sql`name, host(ip) as ip, ttl, zone, host(written) as written, host(attempted) as attempted, state, found,
  follows_target`;

export const findRecord = (reader: Reader, name: string): Promise<KeptRecord | undefined> =>
  reader.first<KeptRecord>(sql`select ${columns} from dns_records where name = ${name}`);

const recordOrigin: EventOrigin = { ip: null, requestId: 'dns-records' };

/** Interval between two checks of a record, which find manual edits. */
const LOOK_EVERY_MS = 15 * MINUTE_MS;
const ZONE_EVERY_MS = HOUR_MS;
const REFUSED_EVERY_MS = 5 * MINUTE_MS;

interface WantedAddress {
  readonly name: string;
  readonly ip: string;
  readonly ttl: number;
  readonly now: Date;
  /** True if it always points to the operator's player. */
  readonly followsTarget?: boolean;
}

/**
 * Sets the address that a name points to from now on. A record that was edited outside the panel is
 * refused.
 */
export async function wantRecord(
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

/**
 * Statement: sets another address for names of a server. For a record edited outside the panel only
 * the wanted value changes.
 */
export const readdressRecords = (names: Sql, ip: string, now: Date): Sql => sql`
  update dns_records set ip = ${ip}::inet, check_at = ${now},
    state = case when state = 'foreign' then state else 'waiting' end
  where name in (${names})`;

/**
 * Statement: the panel no longer maintains the record; `removeRecordNow` removes it at the
 * provider.
 */
export const forgetRecord = (name: string): Sql =>
  sql`delete from dns_records where name = ${name}`;

type Context = Pick<AppContext, 'db' | 'clock'>;

/**
 * Checks a record and writes it if necessary. Throws if the provider does not answer. The sent
 * value may have been stored then, and is read before anything is sent again.
 */
export async function keepRecord(
  ctx: Context,
  { provider, mark }: { readonly provider: DnsProvider; readonly mark: string },
  name: string,
): Promise<RecordState | undefined> {
  const record = await findRecord(ctx.db, name);
  if (!record || provider.kind === 'sandbox') return record?.state;
  try {
    const zone = record.zone ?? (await provider.findZone(name));
    if (zone === undefined) return await settle(ctx, record, { state: 'no-zone' });
    return await keepIn(ctx, { provider, mark, zone }, record);
  } catch (error) {
    if (isProviderFailure(error, 'not_found')) return settle(ctx, record, { state: 'no-zone' });
    if (isProviderRejection(error))
      return settle(ctx, record, { state: 'refused', problem: error.message });
    throw error;
  }
}

interface Place {
  readonly provider: DnsProvider;
  readonly mark: string;
  readonly zone: string;
}

async function keepIn(ctx: Context, place: Place, record: KeptRecord): Promise<RecordState> {
  const { provider, mark, zone } = place;
  const existing = await provider.read(zone, record.name);
  const action = recordAction(record, existing, mark);
  if (action !== 'write') return settle(ctx, record, { state: action, zone, found: existing });
  // Stored before sending: a record whose answer is lost is recognized as ours at the next reading.
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
  return settle(ctx, record, isMade ? { state: 'made', zone, found: after } : { state: 'waiting' });
}

const typeOf = (ip: string): 'A' | 'AAAA' => (ip.includes(':') ? 'AAAA' : 'A');

const valueOf = (ip: string): string => `${typeOf(ip)} ${ip}`;

/** Addresses of version 6 have several notations. */
const normal = (value: string): string => {
  const [type = '', content = ''] = value.split(' ');
  return ipaddr.isValid(content) ? `${type} ${ipaddr.parse(content).toString()}` : value;
};

/**
 * Returns `made` if the record has the wanted value, `foreign` if it was edited outside the panel.
 */
export function recordAction(
  { ip, written, attempted }: Pick<KeptRecord, 'ip' | 'written' | 'attempted'>,
  existing: FoundRecord | undefined,
  mark: string,
): 'made' | 'foreign' | 'write' {
  // A missing record that we wrote was deleted by hand.
  if (!existing) return written === null ? 'write' : 'foreign';
  const ours = [ip, written, attempted]
    .filter((address) => address !== null)
    .map((address) => normal(valueOf(address)));
  const values = existing.values.map(normal);
  const [value] = values;
  if (existing.mark !== mark || values.length !== 1 || !ours.includes(value!)) return 'foreign';
  return value === normal(valueOf(ip)) ? 'made' : 'write';
}

interface Outcome {
  readonly state: RecordState;
  readonly zone?: string;
  readonly found?: FoundRecord | undefined;
  readonly problem?: string;
}

const again: Readonly<Record<RecordState, number>> = {
  waiting: MINUTE_MS,
  made: LOOK_EVERY_MS,
  foreign: LOOK_EVERY_MS,
  'no-zone': ZONE_EVERY_MS,
  refused: REFUSED_EVERY_MS,
};

/** Stores the result, unless another address is wanted by now. */
async function settle(
  { db, clock }: Context,
  record: KeptRecord,
  { state, zone, found: existing, problem }: Outcome,
): Promise<RecordState> {
  const now = clock.now();
  const { name, ip, written } = record;
  const isMade = state === 'made';
  const values = state === 'foreign' ? (existing?.values ?? []) : null;
  await db.tx(async (tx) => {
    const updated = await tx.run(sql`
      update dns_records set state = ${state}, check_at = ${new Date(now.getTime() + again[state])},
        zone = ${state === 'no-zone' ? null : (zone ?? record.zone)}, problem = ${problem ?? null},
        written = case when ${isMade} then ip when ${state !== 'no-zone'} then written end,
        attempted = case when ${!isMade && state !== 'no-zone'} then attempted end,
        written_at = case when ${isMade} and written is distinct from ip then ${now} else written_at end,
        found = ${values}::text[],
        found_at = case when ${values !== null} then coalesce(found_at, ${now}) end
      where name = ${name} and ip = ${ip}::inet`);
    if (updated === 0) return;
    const event = { actorId: null, accountId: null };
    const origin = { ...recordOrigin, at: now };
    if (isMade && written !== ip)
      await recordEvent(tx, origin, {
        kind: 'dns-record-written',
        ...event,
        before: { name, ip: written },
        after: { name, ip },
      });
    if (state === 'foreign' && record.state !== 'foreign')
      await recordEvent(tx, origin, {
        kind: 'dns-record-foreign',
        ...event,
        before: { name, ip: written },
        after: { name, values: values?.join(', ') ?? '' },
      });
  });
  return state;
}

/**
 * Removes a record that the panel no longer keeps, if its value is still one that the panel wrote.
 * @returns the values that remain at the provider. Throws if the provider does not answer.
 */
export async function removeRecord(
  { provider, mark }: { readonly provider: DnsProvider; readonly mark: string },
  record: KeptRecord,
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
 * An admin takes a record over: the panel's value replaces the current one, once.
 *
 * @returns undefined if the panel does not maintain the record, or it was not edited outside the
 * panel.
 */
export async function takeOverRecord(
  ctx: AppContext,
  place: { readonly provider: DnsProvider; readonly mark: string },
  { name, actorId, origin }: { name: string; actorId: number; origin: EventOrigin },
): Promise<RecordState | undefined> {
  const record = await findRecord(ctx.db, name);
  if (record?.state !== 'foreign' || !record.zone) return undefined;
  const existing = await place.provider.read(record.zone, name);
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
  const wanted = { name, type: typeOf(ip), ip, ttlSeconds, mark: place.mark };
  await place.provider.write(zone, wanted, existing);
  return keepRecord(ctx, place, name);
}
