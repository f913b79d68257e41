/**
 * Messages to customers about recurring Pix: a debit was refused, or the line no longer renews
 * automatically. They use the channels of the reminders and have fixed texts, because their reason
 * comes from the bank.
 */
import { customerName } from '@ramal/contract/rules/customer-name';
import { DAY_MS } from '@ramal/contract/rules/durations';
import { fillText, moneyText } from '@ramal/contract/rules/message';
import { refusalTexts } from '@ramal/contract/rules/payments/recurring-pix';
import sql from 'sql-template-tag';
import type { AppContext } from '../../foundation/app-context.ts';
import { isNotUndone } from '../../events/events.ts';
import { formatDate, localDay } from '../../foundation/clock.ts';
import type { Tx } from '../../foundation/database.ts';
import { toRefusalReason } from '../../payments/payments.ts';
import { openRenewalLinks } from '../../portal/portal.ts';
import { afterQuiet } from '../../foundation/time/quiet-hours.ts';
import type { ReminderSettings } from '../settings/settings.sql.ts';
import { countRenewals, isCharged, wantsReminders } from './due-customers.sql.ts';
import type { FrozenFacts } from './frozen-facts.ts';

/** A message is sent only within this period after its cause. */
const NEWS_MS = DAY_MS;

/**
 * Ends about which the customer is informed. Other ends come from the customer, or the line itself
 * has ended.
 */
const reportedEnds = ['seller', 'provider'];

interface RecurringNews {
  readonly lineId: number;
  readonly username: string;
  readonly note: string;
  readonly dueAt: Date;
  readonly period: number;
  readonly kind: 'refused' | 'ended';
  /**
   * Number of earlier events of this kind since the last renewal. Each refused try thus gets its
   * own message.
   */
  readonly number: number;
  readonly code: string | null;
  readonly cents: number | null;
  readonly at: Date;
}

export async function planRecurringMessages(
  ctx: AppContext,
  tx: Tx,
  settings: ReminderSettings,
): Promise<void> {
  const now = ctx.clock.now();
  const news = await findNews(tx, settings.accountId, new Date(now.getTime() - NEWS_MS));
  if (news.length === 0) return;
  const links = await openRenewalLinks(ctx, tx, settings, news);
  for (const message of news)
    await insert(ctx, tx, settings, { message, link: links.get(message.lineId) ?? '' });
}

/** Finds refusals and ends of recurring Pix since a time that have no message yet. */
const findNews = (tx: Tx, accountId: number, since: Date): Promise<RecurringNews[]> =>
  tx.many(sql`
    select n.* from (
      select l.id as line_id, l.username, l.note, l.expires_at as due_at, p.period,
        case e.kind when 'recurring-refused' then 'refused' else 'ended' end as kind,
        (select count(*) from events earlier where earlier.line_id = l.id and earlier.kind = e.kind
          and earlier.at < e.at and earlier.at > coalesce((select max(x.at) from events x
            where x.line_id = l.id and x.kind = 'line-extended' and ${isNotUndone('x')}), '-infinity'))::int as number,
        e.after ->> 'code' as code, (e.after ->> 'saleCents')::bigint as cents, e.at
      from events e
      join lines l on l.id = e.line_id and l.owner_id = ${accountId} and ${isCharged} and ${wantsReminders}
      cross join lateral (select ${countRenewals} as period) p
      where e.account_id = ${accountId} and e.at > ${since}
        and (e.kind = 'recurring-refused'
          or (e.kind = 'recurring-ended' and e.after ->> 'reason' = any(${reportedEnds}::text[])))
    ) n
    left join reminders r on r.line_id = n.line_id and r.period = n.period and r.kind = n.kind
      and r.days = n.number
    where r.id is null order by n.at, n.line_id`);

interface LinkedMessage {
  readonly message: RecurringNews;
  readonly link: string;
}

async function insert(
  ctx: AppContext,
  tx: Tx,
  settings: ReminderSettings,
  { message, link }: LinkedMessage,
): Promise<void> {
  const now = ctx.clock.now();
  const { timeZone } = ctx.clock;
  const facts = factsOf(message, link, timeZone);
  await tx.run(sql`
    insert into reminders (account_id, line_id, period, kind, days, due_at, day, body, facts, state, planned_at,
      try_at, until)
    values (${settings.accountId}, ${message.lineId}, ${message.period}, ${message.kind}, ${message.number},
      ${message.dueAt}, ${localDay(now, timeZone)}::date, ${bodyOf(message, facts)}, ${JSON.stringify(facts)}::jsonb,
      'planned', ${now}, ${afterQuiet(now, settings, timeZone)}, ${new Date(message.at.getTime() + NEWS_MS)})
    on conflict (line_id, period, kind, days) do nothing`);
}

function factsOf(message: RecurringNews, link: string, timeZone: string): FrozenFacts {
  const { name } = customerName(message);
  return {
    name: name === message.username ? '' : name.replaceAll(/[{}]/g, ''),
    due: formatDate(message.dueAt, timeZone),
    when: message.kind === 'refused' ? 'não foi renovada sozinha' : 'não renova mais sozinha',
    value: message.cents === null ? '' : moneyText(message.cents),
    link,
  };
}

const texts = {
  refused:
    'Oi, {nome}! O Pix automático de {valor} não passou. {motivo} Para não ficar sem TV, pague aqui: {link}',
  ended:
    'Oi, {nome}! Seu plano não renova mais sozinho e vale até {vencimento}. Para pagar ou autorizar de novo: {link}',
};

const bodyOf = ({ kind, code }: RecurringNews, { name, value, due, link }: FrozenFacts): string =>
  fillText(texts[kind], {
    nome: name,
    valor: value,
    motivo: refusalTexts[toRefusalReason(code ?? '')].customer,
    vencimento: due,
    link,
  });
