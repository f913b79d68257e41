/**
 * Job that notifies accounts each morning if far more customers than usual are due on a day of the
 * next week. Each such day causes one notice.
 */
import sql from 'sql-template-tag';
import { addDays, localDay, startOfDay } from '../foundation/clock.ts';
import { LONG_TIMEOUT } from '../foundation/database.ts';
import type { Job } from '../foundation/jobs.ts';
import { notify } from '../notices/notices.ts';

/**
 * Number of days that are compared, beginning with tomorrow. The usual number of due customers is
 * the average of the other days.
 */
const USUAL_DAYS = 30;
/** First and last day for which a notice is sent, in days from now. */
const AHEAD = { from: 1, to: 7 } as const;
const FEWEST = 10;

interface BigDay {
  readonly accountId: number;
  readonly day: string;
  readonly count: number;
  /** Number of due customers, as a multiple of a usual day. */
  readonly times: number;
}

export const notifyBigDays: Job = {
  name: 'notify-big-days',
  schedule: '5 11 * * *',
  work: async ({ db, clock }) => {
    const now = clock.now();
    const { timeZone } = clock;
    const today = localDay(now, timeZone);
    const startAt = (days: number) => startOfDay(addDays(today, days), timeZone);
    await db.tx(async (tx) => {
      const days = await tx.many<BigDay>(sql`
        with daily as (
          select owner_id, (expires_at at time zone ${timeZone})::date as day, count(*) as number
          from lines
          where expires_at >= ${startAt(1)} and expires_at < ${startAt(USUAL_DAYS + 1)}
            and status = 1 and deleted_at is null
          group by owner_id, day
        ), compared as (
          select owner_id, day, number,
            (sum(number) over (partition by owner_id) - number)::float8 / ${USUAL_DAYS - 1}::int as usual
          from daily
        )
        select owner_id as account_id, day::text, number::int as count, round(number / greatest(usual, 1))::int as times
        from compared
        where day >= ${addDays(today, AHEAD.from)}::date and day <= ${addDays(today, AHEAD.to)}::date
          and number >= ${FEWEST} and number >= usual * 2
          and not exists (select from notices n
            where n.account_id = owner_id and n.kind = 'customers' and n.subject = 'day-' || day)
        order by 1, 2`);
      for (const { accountId, day, count, times } of days)
        await notify(tx, {
          accounts: sql`select ${accountId}::bigint`,
          kind: 'customers',
          subject: `day-${day}`,
          title: `${count.toLocaleString('pt-BR')} clientes vencem ${dayInWords(day)}`,
          body: times === 2 ? 'O dobro de um dia comum' : `${times} vezes um dia comum`,
          path: '/dashboard',
          at: now,
        });
    }, LONG_TIMEOUT);
  },
};

/** Formats a day, for example `no sábado, 28/11`. */
function dayInWords(day: string): string {
  const at = new Date(`${day}T12:00:00Z`);
  const weekday = at.toLocaleDateString('pt-BR', { weekday: 'long', timeZone: 'UTC' });
  const isMasculine = weekday === 'sábado' || weekday === 'domingo';
  return `${isMasculine ? 'no' : 'na'} ${weekday}, ${day.slice(8)}/${day.slice(5, 7)}`;
}
