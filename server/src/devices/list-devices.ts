/**
 * Lists devices. Resellers see the devices of their own lines and admins those of all lines. The
 * list can be limited to one line (Q-SMARTSCOPE).
 */
import { DEVICES_A_LINE, type DeviceSort } from '@ramal/contract/devices';
import sql, { type Sql, join, raw } from 'sql-template-tag';
import type { Caller } from '../foundation/caller.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { containsFolded } from '../foundation/like.ts';
import {
  type PageQuery,
  boundedTotal,
  gatherSorted,
  limitOffset,
  toPageAnswer,
} from '../foundation/pages.ts';
import { findAccessibleLine } from '../lines/lines.ts';
import {
  type Device,
  devicesOfLines,
  isOwnLine,
  selectDevices,
  serializeDevice,
  waitingSince,
} from './device.ts';

interface ListDevicesQuery extends PageQuery {
  readonly search?: string | undefined;
  readonly app?: 'smart' | 'prime' | 'lazer' | undefined;
  readonly sort: DeviceSort;
  readonly dir: 'asc' | 'desc';
}

/**
 * Lists devices. The search compares columns of the device and of its line. Two of the sort orders
 * have an index. The other orders are allowed only for a limited number of rows.
 */
export async function listDevices(ctx: AppContext, { actor }: Caller, query: ListDevicesQuery) {
  const conditions: Sql[] = [
    isOwnLine(actor, sql`l.owner_id`),
    ...(query.app === undefined ? [] : [ofApp(query.app)]),
    ...(query.search === undefined ? [] : [matching(query.search)]),
  ];
  const where = join(conditions, ' and ');
  const { total, rows } =
    query.sort in indexed
      ? await walk(ctx, query, where)
      : await gather(ctx, query, sortKey(query.sort, ctx.clock.now()), where);
  return toPageAnswer(
    query,
    total,
    rows.map((device) => serializeDevice(ctx, device)),
  );
}

const indexed: Partial<Record<DeviceSort, string>> = { created_at: 'd.created_at', mac: 'd.mac' };

async function walk({ db }: AppContext, query: ListDevicesQuery, where: Sql) {
  const matching = sql`${selectDevices} where ${where}`;
  const total = await boundedTotal(db, matching);
  const { limit, offset } = limitOffset(query, { ...total, exact: false });
  const rows = await db.many<Device>(sql`
    ${matching} order by ${raw(`${indexed[query.sort]} ${query.dir}, d.id ${query.dir}`)}
    limit ${limit} offset ${offset}`);
  return { total, rows };
}

async function gather({ db }: AppContext, query: ListDevicesQuery, key: Sql, where: Sql) {
  const { total, ids } = await gatherSorted(
    db,
    sql`select d.id, ${key} as key from ${devicesOfLines} where ${where}`,
    query,
  );
  const rows = await db.many<Device>(sql`
    ${selectDevices} where d.id = any(${ids}::bigint[]) order by array_position(${ids}::bigint[], d.id)`);
  return { total, rows };
}

/** Returns the displayed value of a column for sorting. */
function sortKey(sort: DeviceSort, now: Date): Sql {
  switch (sort) {
    case 'created_at':
    case 'mac':
    case 'id_device':
      return raw(`d.${sort}`);
    case 'username':
      return sql`fold(l.username)`;
    case 'app':
      // Alphabetical order of the displayed names: Lazer Play, Prime, Smart App, Smart App 2. Apps
      // with numbers are in the order of their numbers.
      return sql`case d.app when 'lazer' then -1 when 'prime' then 0 else nullif(d.app, '')::int end`;
    case 'state':
      // Alphabetical order of the displayed texts: Aguardando, Com ID, Em uso, Espera vencida.
      return sql`case when d.id_device is null then case when d.waits_since > ${waitingSince(now)} then 1 else 4 end
        when d.last_asked_at is null then 2 else 3 end`;
    case 'nota':
      return sql`nullif(fold(btrim(l.note)), '')`;
    case 'reseller':
      return sql`(select fold(a.username) from accounts a where a.id = l.owner_id)`;
  }
}

const ofApp = (app: 'smart' | 'prime' | 'lazer'): Sql =>
  app === 'smart' ? sql`d.app not in ('prime', 'lazer')` : sql`d.app = ${app}`;

function matching(text: string): Sql {
  const pattern = containsFolded(text);
  return sql`(d.search like ${pattern} or l.search like ${pattern})`;
}

export async function listLineDevices(ctx: AppContext, { actor }: Caller, lineId: number) {
  const line = await findAccessibleLine(ctx.db, actor, { id: lineId }, ctx.clock.now());
  const rows = await ctx.db.many<Device>(
    sql`${selectDevices} where d.line_id = ${line.id} order by d.created_at desc, d.id desc limit ${DEVICES_A_LINE}`,
  );
  return rows.map((device) => serializeDevice(ctx, device));
}
