/** Lists devices: of one's own lines, of all lines for admins, or of one line (Q-SMARTSCOPE). */
import { DEVICES_A_LINE } from '@ramal/contract/devices';
import sql, { type Sql, join } from 'sql-template-tag';
import type { Caller } from '../foundation/caller.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { containsFolded } from '../foundation/like.ts';
import { type PageQuery, boundedTotal, pageOf, limitOffset } from '../foundation/pages.ts';
import { findAccessibleLine } from '../lines/lines.ts';
import { type Device, isOwnLine, selectDevices, serializeDevice } from './device.ts';

export interface ListDevicesQuery extends PageQuery {
  readonly search?: string | undefined;
  readonly app?: 'smart' | 'prime' | 'lazer' | undefined;
}

/** Newest first. The search looks at the device and its line. */
export async function listDevices(ctx: AppContext, { actor }: Caller, asked: ListDevicesQuery) {
  const conditions: Sql[] = [
    isOwnLine(actor, sql`l.owner_id`),
    ...(asked.app === undefined ? [] : [ofApp(asked.app)]),
    ...(asked.search === undefined ? [] : [matching(asked.search)]),
  ];
  const found = sql`${selectDevices} where ${join(conditions, ' and ')}`;
  const total = await boundedTotal(ctx.db, found);
  const { limit, offset } = limitOffset(asked, { ...total, exact: false });
  const rows = await ctx.db.many<Device>(
    sql`${found} order by d.created_at desc, d.id desc limit ${limit} offset ${offset}`,
  );
  return pageOf(
    asked,
    total,
    rows.map((device) => serializeDevice(ctx, device)),
  );
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
