/**
 * Reports waiting times as medians of thirty days, because in an average one forgotten ticket would
 * dominate.
 */
import { DAY_MS, HOUR_MS } from '@ramal/contract/rules/durations';
import { ADMINISTRATION } from '@ramal/contract/rules/tickets';
import sql, { type Sql } from 'sql-template-tag';
import type { AppContext } from '../foundation/app-context.ts';

const MEASURED_MS = 30 * DAY_MS;
const LATE_MS = 4 * HOUR_MS;

interface Figures {
  readonly firstAnswerMinutes: number | null;
  readonly endMinutes: number | null;
  readonly late: number;
  readonly unassigned: number;
}

interface AdminFigures {
  readonly username: string;
  readonly answered: number;
  readonly firstAnswerMinutes: number | null;
}

const median = (until: Sql): Sql => sql`
  round(percentile_cont(0.5) within group (order by extract(epoch from ${until} - t.created_at) / 60))::int`;

export async function readReport({ db, clock }: AppContext, system: number) {
  const now = clock.now().getTime();
  const measured = sql`t.system = ${system} and t.category <> ${ADMINISTRATION}
    and t.created_at > ${new Date(now - MEASURED_MS)}`;
  const open = sql`t.system = ${system} and t.status <> 1 and t.category <> ${ADMINISTRATION}`;
  const [figures, byAdmin] = await Promise.all([
    db.first<Figures>(sql`
      select ${median(sql`t.first_answer_at`)} as first_answer_minutes, ${median(sql`t.finished_at`)} as end_minutes,
        (select count(*) from tickets t where ${open} and t.waits_since < ${new Date(now - LATE_MS)}) as late,
        (select count(*) from tickets t where ${open} and t.assigned_to is null) as unassigned
      from tickets t where ${measured}`),
    db.many<AdminFigures>(sql`
      select a.username, count(*) as answered, ${median(sql`t.first_answer_at`)} as first_answer_minutes
      from tickets t
        join lateral (select m.account_id from ticket_messages m
          where m.ticket_id = t.id and m.from_support order by m.number limit 1) first on true
        join accounts a on a.id = first.account_id
      where ${measured} and a.profile = 'admin'
      group by a.id, a.username order by count(*) desc, a.username limit 50`),
  ]);
  return { ...figures!, byAdmin: byAdmin };
}
