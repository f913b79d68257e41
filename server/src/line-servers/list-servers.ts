/**
 * Shows the line servers to the administration: which lines they accept, pending pushes and
 * differences.
 */
import {
  defaultRules,
  type LineServer as Shown,
  type listLineServers,
} from '@ramal/contract/operations/line-servers';
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import sql, { type Sql } from 'sql-template-tag';
import { brandsOf } from '../brands/brands.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { unixSeconds } from '../foundation/clock.ts';
import type { Reader } from '../foundation/database.ts';
import { isPlaced, type LineServer, serverColumns } from './line-servers.sql.ts';

interface Row extends LineServer {
  readonly mapped: number;
  readonly lines: number;
  readonly waiting: number;
  readonly failed: number;
  readonly pause: string | null;
  readonly differences: number;
}

const deliveriesIn = (condition: Sql): Sql => sql`(
  select count(*)::int from deliveries d where d.queue = 'line-server:' || s.id and ${condition})`;

const readServers = (reader: Reader, now: Date, condition: Sql = sql`true`): Promise<Row[]> =>
  reader.many<Row>(sql`
    select ${serverColumns},
      (select count(*)::int from line_server_products m where m.server_id = s.id) as mapped,
      (select count(*)::int from server_lines sl where sl.server_id = s.id and sl.is_current
        and ${isPlaced}) as lines,
      (${deliveriesIn(sql`d.state = 'waiting'`)} + ${deliveriesIn(sql`d.state = 'sending'`)}) as waiting,
      ${deliveriesIn(sql`d.state in ('failed', 'unknown')`)} as failed,
      (select p.reason from paused_queues p where p.queue = 'line-server:' || s.id and p.until > ${now})
        as pause,
      (select count(*)::int from line_differences d where d.server_id = s.id and d.ignored_at is null)
        as differences
    from line_servers s where ${condition} order by fold(s.name), s.id`);

export async function listServers(ctx: AppContext): Promise<HandlerResult<typeof listLineServers>> {
  const rows = await readServers(ctx.db, ctx.clock.now());
  return { data: rows.map(onWire), franchises: [...(await brandsOf(ctx).franchises())] };
}

export async function showServer({ db, clock }: AppContext, id: number): Promise<Shown> {
  const [row] = await readServers(db, clock.now(), sql`s.id = ${id}`);
  return row ? onWire(row) : refuse('line_server_not_found');
}

const onWire = (row: Row): Shown => ({
  id: row.id,
  name: row.name,
  kind: row.kind,
  platform: row.platform,
  idFranchise: row.idFranchise,
  host: row.host,
  playerUrl: row.playerUrl,
  takesNew: row.takesNew,
  provenAtTimestamp: row.provenAt && unixSeconds(row.provenAt),
  finding: row.finding,
  rules: { ...defaultRules, ...row.rules },
  mapped: row.mapped,
  lines: row.lines,
  waiting: row.waiting,
  failed: row.failed,
  pause: row.pause,
  comparedAtTimestamp: row.comparedAt && unixSeconds(row.comparedAt),
  comparedLines: row.comparedLines,
  differences: row.differences,
});
