/**
 * Sends a summary on Monday morning to accounts that turned it on. It has five figures of the last
 * 30 days, each with the address of its rows. The summary is a notice, so the account's channels
 * deliver it.
 */
import { HOUR_MS } from '@ramal/contract/rules/durations';
import { type FigureKey, getFigureTexts } from '@ramal/contract/numbers/figures';
import type { Figure } from '@ramal/contract/numbers/numbers';
import sql from 'sql-template-tag';
import type { AppContext } from '../foundation/app-context.ts';
import { localDay, startOfDay } from '../foundation/clock.ts';
import type { Job } from '../foundation/jobs.ts';
import { notify } from '../notices/notices.ts';
import { calculateFigures } from './read/figures.ts';
import { periodSums, readSums } from './read/read-sums.ts';

export const sendWeeklySummariesJob: Job = {
  name: 'send-weekly-summaries',
  schedule: '0 * * * *',
  work: async (ctx) => void (await sendWeeklySummaries(ctx)),
};

/** Hour of the summary in the time zone of the installation. */
const SENT_AT_HOUR = 8;
const SUBJECT = 'weekly-summary';

/** Figures of the summary, in the order of its text lines. */
const figures = ['revenue', 'new', 'lost', 'received', 'forecast'] as const;

type Context = Pick<AppContext, 'config' | 'db' | 'clock' | 'log'>;

/** Sends the due summaries. Returns the number of accounts that received one. */
export async function sendWeeklySummaries(ctx: Context): Promise<number> {
  const { db, clock } = ctx;
  const now = clock.now();
  const today = localDay(now, clock.timeZone);
  const due = new Date(startOfDay(today, clock.timeZone).getTime() + SENT_AT_HOUR * HOUR_MS);
  if (!isMonday(today) || now < due) return 0;
  const accounts = await db.many<{ id: number }>(sql`
    select a.id from accounts a join number_settings s on s.account_id = a.id and s.weekly_summary
    where a.deleted_at is null and a.blocked_at is null and a.blocked_by_admin_at is null
      and not exists (select from notices n where n.account_id = a.id and n.kind = 'customers'
        and n.subject = ${SUBJECT} and n.created_at >= ${due})
    order by a.id`);
  let sent = 0;
  for (const { id } of accounts) sent += (await sendSummary(ctx, id, now)) ? 1 : 0;
  return sent;
}

const isMonday = (day: string): boolean => new Date(`${day}T12:00:00Z`).getUTCDay() === 1;

/** Sends the summary of an account. Returns false if the figures are not ready. */
async function sendSummary(ctx: Context, account: number, at: Date): Promise<boolean> {
  const input = { scope: 'own', period: '30d' } as const;
  const sums = await readSums(ctx, { id: account, profile: 'reseller' }, input);
  const current = periodSums(sums, input, 'current');
  if (!current) return false;
  const values = calculateFigures({ period: input.period, current, before: null });
  const lines = figures.map((key) => describeFigure(values.find(({ figure }) => figure === key)!));
  await ctx.db.tx((tx) =>
    notify(tx, {
      accounts: sql`select ${account}::bigint`,
      kind: 'customers',
      subject: SUBJECT,
      title: 'Resumo da semana: seus últimos 30 dias',
      body: lines.map(({ text }) => text).join(' · '),
      path: '/numbers',
      lines,
      at,
    }),
  );
  return true;
}

const inReais = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });

function describeFigure({ figure, value, count }: Figure) {
  const amount = value === null ? '–' : inReais.format(value / 100);
  const customers =
    count === null || !withCustomers.includes(figure)
      ? ''
      : `, ${count} ${count === 1 ? 'cliente' : 'clientes'}`;
  return {
    text: `${getFigureTexts(figure).label}: ${amount}${customers}`,
    path: `/numbers/rows/${figure}?period=30d`,
  };
}

const withCustomers: readonly FigureKey[] = ['revenue', 'new', 'lost'];
