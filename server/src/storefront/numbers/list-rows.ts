/** Rows behind the figures of a storefront: requests, sales, and visits by day and origin. */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import type {
  listStorefrontRequests as requestsDeclaration,
  listStorefrontSales as salesDeclaration,
  listStorefrontVisits as visitsDeclaration,
} from '@ramal/contract/storefront/numbers';
import type { StorefrontDevice } from '@ramal/contract/storefront/devices';
import type { TestRefusal } from '@ramal/contract/storefront/tests';
import type { PlanMonths } from '@ramal/contract/rules/plans';
import type { PlatformKey } from '@ramal/contract/rules/platforms';
import sql, { empty, join, raw, type Sql } from 'sql-template-tag';
import type { AppContext } from '../../foundation/app-context.ts';
import { unixSeconds } from '../../foundation/clock.ts';
import type { Call } from '../../foundation/http/bind.ts';
import { containsFolded } from '../../foundation/like.ts';
import { boundedTotal, pageWithinBound, toPageAnswer } from '../../foundation/pages.ts';
import { linkNameSql, nameOrigin, type OriginKind, originKindSql } from './origins.sql.ts';
import { toDayRange } from './period.ts';
import { refusalLabels } from './read-numbers.ts';

interface LineColumns {
  readonly lineId: number | null;
  readonly platform: PlatformKey | null;
  readonly username: string | null;
}

interface OriginColumns {
  readonly originKind: OriginKind;
  readonly originCode: string;
  readonly linkName: string | null;
}

const lineOf = ({ lineId, platform, username }: LineColumns) =>
  lineId === null || platform === null || username === null
    ? null
    : { id: lineId, platform, username };

const originOf = ({ originKind, originCode, linkName }: OriginColumns) => ({
  originKind,
  originName: nameOrigin(originKind, originCode, linkName),
});

interface OriginFilter {
  readonly originKind?: OriginKind | undefined;
  readonly originCode?: string | undefined;
}

const inOrigin = (alias: 'r' | 'o', { originKind, originCode }: OriginFilter): Sql => sql`
  ${originKind === undefined ? empty : sql`and ${originKindSql(alias)} = ${originKind}`}
  ${originCode === undefined ? empty : sql`and ${raw(alias)}.origin_code = ${originCode}`}`;

interface RequestRow extends LineColumns, OriginColumns {
  readonly id: number;
  readonly at: Date;
  readonly phone: string | null;
  readonly channel: 'link' | 'telegram' | 'whatsapp' | 'chatbot';
  readonly device: StorefrontDevice | null;
  readonly result: 'taken' | 'refused';
  readonly reason: TestRefusal | null;
  /** Number of equal requests; 1 for a test. */
  readonly requests: number;
}

const requestSorts = {
  created_at: sql`r.id`,
  phone: sql`r.phone`,
  result: sql`r.result`,
} as const;

export async function listStorefrontRequests(
  ctx: AppContext,
  { actor, query }: Call<typeof requestsDeclaration>,
): Promise<HandlerResult<typeof requestsDeclaration>> {
  const { start, end } = toDayRange(ctx, query);
  const { search, result, reason, device, channel } = query;
  const conditions = [
    sql`r.account_id = ${actor.id} and r.at >= ${start} and r.at < ${end}`,
    ...(result === undefined ? [] : [sql`r.result = ${result}`]),
    ...(reason === undefined ? [] : [sql`r.reason = ${reason}`]),
    ...(device === undefined ? [] : [sql`r.device = ${device}`]),
    ...(channel === undefined ? [] : [sql`(r.channel = 'link') = ${channel === 'page'}`]),
    ...(search === undefined
      ? []
      : [
          sql`fold(coalesce(r.phone, '') || ' ' || coalesce(l.username, '')) like ${containsFolded(search)}`,
        ]),
  ];
  const from = sql`
    from trial_requests r left join lines l on l.id = r.line_id and l.deleted_at is null
    where ${join(conditions, ' and ')} ${inOrigin('r', query)}`;
  const total = await boundedTotal(ctx.db, sql`select r.id ${from}`);
  const rows = await ctx.db.many<RequestRow>(sql`
    select r.id, r.at, r.phone, r.channel, r.device, r.result, r.reason, r.requests, l.id as line_id, l.platform, l.username,
      ${originKindSql('r')} as origin_kind, coalesce(r.origin_code, '') as origin_code,
      ${linkNameSql(actor.id, sql`r.origin_code`)} as link_name
    ${from} order by ${requestSorts[query.sort]} ${raw(query.dir)}, r.id ${raw(query.dir)} ${pageWithinBound(query)}`);
  return toPageAnswer(
    query,
    total,
    rows.map((row) => ({
      id: row.id,
      createdTimestamp: unixSeconds(row.at),
      phone: row.phone ?? '',
      channel: row.channel,
      ...originOf(row),
      device: row.device,
      result: row.result,
      reason: row.reason,
      reasonText: reasonText(row),
      line: lineOf(row),
    })),
  );
}

/** Reason of a refusal, with the number of equal requests of the day. */
const reasonText = ({ reason, requests }: RequestRow): string => {
  if (reason === null) return '';
  const label = refusalLabels[reason];
  return requests === 1 ? label : `${label}, ${requests} pedidos`;
};

interface SaleRow extends LineColumns, OriginColumns {
  readonly id: number;
  readonly paidAt: Date;
  readonly phone: string | null;
  readonly months: PlanMonths;
  readonly cents: number;
  readonly isAfterTest: boolean;
  readonly state: 'paid' | 'settled' | 'reversed';
}

const saleSorts = { paid_at: sql`c.paid_at`, value: sql`c.cents` } as const;

export async function listStorefrontSales(
  ctx: AppContext,
  { actor, query }: Call<typeof salesDeclaration>,
): Promise<HandlerResult<typeof salesDeclaration>> {
  const { start, end } = toDayRange(ctx, query);
  const { search, after } = query;
  const conditions = [
    sql`c.account_id = ${actor.id} and c.purpose = 'sale' and c.state in ('paid', 'settled', 'reversed')`,
    sql`c.paid_at >= ${start} and c.paid_at < ${end}`,
    ...(after === undefined ? [] : [sql`o.is_after_test = ${after === 'test'}`]),
    ...(search === undefined
      ? []
      : [
          sql`fold(coalesce(o.whatsapp, '') || ' ' || coalesce(l.username, '')) like ${containsFolded(search)}`,
        ]),
  ];
  const from = sql`
    from charges c join sale_orders o on o.charge_id = c.id
    left join lines l on l.id = c.line_id and l.deleted_at is null
    where ${join(conditions, ' and ')} ${inOrigin('o', query)}`;
  const total = await boundedTotal(ctx.db, sql`select c.id ${from}`);
  const rows = await ctx.db.many<SaleRow>(sql`
    select c.id, c.paid_at, o.whatsapp as phone, c.months, c.cents, o.is_after_test, c.state, l.id as line_id,
      l.platform, l.username, ${originKindSql('o')} as origin_kind, coalesce(o.origin_code, '') as origin_code,
      ${linkNameSql(actor.id, sql`o.origin_code`)} as link_name
    ${from} order by ${saleSorts[query.sort]} ${raw(query.dir)}, c.id ${raw(query.dir)} ${pageWithinBound(query)}`);
  return toPageAnswer(
    query,
    total,
    rows.map((row) => ({
      id: row.id,
      paidTimestamp: unixSeconds(row.paidAt),
      phone: row.phone ?? '',
      months: row.months,
      priceCents: row.cents,
      ...originOf(row),
      isAfterTest: row.isAfterTest,
      state: row.state,
      line: lineOf(row),
    })),
  );
}

interface VisitRow {
  readonly day: string;
  readonly originCode: string;
  readonly linkName: string | null;
  readonly visits: number;
  readonly phoneVisits: number;
}

const visitSorts = { day: sql`v.day`, visits: sql`v.visits` } as const;

export async function listStorefrontVisits(
  ctx: AppContext,
  { actor, query }: Call<typeof visitsDeclaration>,
): Promise<HandlerResult<typeof visitsDeclaration>> {
  const { from: first, to } = toDayRange(ctx, query);
  const { search, originKind, originCode } = query;
  const conditions = [
    sql`v.account_id = ${actor.id} and v.day between ${first}::date and ${to}::date`,
    ...(originKind === undefined
      ? []
      : [sql`case when v.origin_code = '' then 'none' else 'code' end = ${originKind}`]),
    ...(originCode === undefined ? [] : [sql`v.origin_code = ${originCode}`]),
    ...(search === undefined ? [] : [sql`fold(v.origin_code) like ${containsFolded(search)}`]),
  ];
  const from = sql`from storefront_visits v where ${join(conditions, ' and ')}`;
  const total = await boundedTotal(ctx.db, sql`select v.day ${from}`);
  const rows = await ctx.db.many<VisitRow>(sql`
    select to_char(v.day, 'YYYY-MM-DD') as day, v.origin_code, v.visits, v.phone_visits,
      ${linkNameSql(actor.id, sql`v.origin_code`)} as link_name
    ${from} order by ${visitSorts[query.sort]} ${raw(query.dir)}, v.origin_code ${pageWithinBound(query)}`);
  return toPageAnswer(
    query,
    total,
    rows.map(({ day, originCode: code, linkName, visits, phoneVisits }) => {
      const kind = code === '' ? 'none' : 'code';
      return {
        day,
        originKind: kind,
        originName: nameOrigin(kind, code, linkName),
        visits,
        phoneVisits,
      };
    }),
  );
}
