/**
 * Figures of a storefront. Visits come from the counts by day, requests from `trial_requests`, and
 * sales from the paid charges of the purpose `sale`.
 */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import {
  FEWEST_TESTS_FOR_RATE,
  type getStorefrontNumbers as declaration,
  type StorefrontPeriod,
} from '@ramal/contract/storefront/numbers';
import { type StorefrontDevice, storefrontDeviceLabels } from '@ramal/contract/storefront/devices';
import type { TestRefusal } from '@ramal/contract/storefront/tests';
import sql from 'sql-template-tag';
import type { AppContext, ReadingContext } from '../../foundation/app-context.ts';
import { addDays } from '../../foundation/clock.ts';
import type { Call } from '../../foundation/http/bind.ts';
import { readStorefront } from '../settings/storefronts.sql.ts';
import {
  describeOrigin,
  linkNameSql,
  nameOrigin,
  type OriginKind,
  originKindSql,
} from './origins.sql.ts';
import { toDayRange } from './period.ts';

type Numbers = HandlerResult<typeof declaration>;
type Range = ReturnType<typeof toDayRange>;

export const refusalLabels: Readonly<Record<TestRefusal, string>> = {
  number: 'Já tinha feito teste',
  device: 'Aparelho já testou',
  'outside-hours': 'Fora do horário',
  'day-full': 'Limite do dia',
  off: 'Testes desligados',
  blocked: 'Número bloqueado',
};

export const getStorefrontNumbers = (
  ctx: AppContext,
  { actor, query }: Call<typeof declaration>,
): Promise<Numbers> => readNumbers(ctx, actor.id, query.period);

export async function readNumbers(
  ctx: ReadingContext,
  accountId: number,
  period: StorefrontPeriod,
): Promise<Numbers> {
  const range = toDayRange(ctx, { period });
  const [page, visits, requests, sales] = await Promise.all([
    readStorefront(ctx.db, accountId),
    readVisits(ctx, accountId, range),
    readRequests(ctx, accountId, range),
    readSales(ctx, accountId, range),
  ]);
  const origins = sumOrigins({ visits, requests, sales }, page?.slug ?? '');
  const taken = requests.filter(({ reason }) => reason === null);
  const count = (rows: readonly { readonly count: number }[]) =>
    rows.reduce((total, row) => total + row.count, 0);
  const ofPage = requests.filter(({ channel }) => channel === 'link');
  const afterTest = sales.filter((sale) => sale.isAfterTest);
  return {
    from: range.from,
    to: range.to,
    funnel: {
      visits: visits.reduce((total, row) => total + row.visits, 0),
      phoneVisits: visits.reduce((total, row) => total + row.phoneVisits, 0),
      visitsWithoutOrigin: visits.find(({ code }) => code === '')?.visits ?? 0,
      requests: count(requests),
      requestsOnPage: count(ofPage),
      requestsByBots: count(requests) - count(ofPage),
      tests: count(taken),
      refused: count(requests) - count(taken),
      sales: count(sales),
      salesAfterTest: count(afterTest),
      directSales: count(sales) - count(afterTest),
    },
    days: listDays(range, taken, sales),
    origins,
    total: sumTotal(origins),
    refusals: countBy(
      requests.filter(({ reason }) => reason !== null),
      ({ reason }) => reason!,
    ).map(([reason, total]) => ({ reason, label: refusalLabels[reason], count: total })),
    devices: countBy(taken, ({ device }) => device).map(([device, tests]) => ({
      device,
      label: device === null ? 'Não informado' : storefrontDeviceLabels[device],
      tests,
    })),
  };
}

function countBy<Row extends { readonly count: number }, Key>(
  rows: readonly Row[],
  keyOf: (row: Row) => Key,
): [Key, number][] {
  const counts = new Map<Key, number>();
  for (const row of rows) counts.set(keyOf(row), (counts.get(keyOf(row)) ?? 0) + row.count);
  return [...counts].toSorted(([, a], [, b]) => b - a);
}

interface VisitSum {
  readonly code: string;
  readonly linkName: string | null;
  readonly visits: number;
  readonly phoneVisits: number;
}

const readVisits = ({ db }: ReadingContext, accountId: number, { from, to }: Range) =>
  db.many<VisitSum>(sql`
    select v.origin_code as code, ${linkNameSql(accountId, sql`v.origin_code`)} as link_name,
      sum(v.visits)::int as visits, sum(v.phone_visits)::int as phone_visits
    from storefront_visits v
    where v.account_id = ${accountId} and v.day between ${from}::date and ${to}::date
    group by v.origin_code`);

interface Origin {
  readonly kind: OriginKind;
  readonly code: string;
  readonly linkName: string | null;
}

interface RequestSum extends Origin {
  readonly day: string;
  readonly channel: string;
  readonly reason: TestRefusal | null;
  readonly device: StorefrontDevice | null;
  readonly count: number;
}

const readRequests = ({ db, clock }: ReadingContext, accountId: number, { start, end }: Range) =>
  db.many<RequestSum>(sql`
    select to_char(r.at at time zone ${clock.timeZone}, 'YYYY-MM-DD') as day, r.channel, r.reason, r.device,
      ${originKindSql('r')} as kind, coalesce(r.origin_code, '') as code,
      ${linkNameSql(accountId, sql`r.origin_code`)} as link_name, sum(r.requests)::int as count
    from trial_requests r
    where r.account_id = ${accountId} and r.at >= ${start} and r.at < ${end}
    group by 1, r.channel, r.reason, r.device, r.origin, r.origin_code`);

interface SaleSum extends Origin {
  readonly day: string;
  readonly isAfterTest: boolean;
  readonly count: number;
  readonly cents: number;
}

const readSales = ({ db, clock }: ReadingContext, accountId: number, { start, end }: Range) =>
  db.many<SaleSum>(sql`
    select to_char(c.paid_at at time zone ${clock.timeZone}, 'YYYY-MM-DD') as day, o.is_after_test,
      ${originKindSql('o')} as kind, coalesce(o.origin_code, '') as code,
      ${linkNameSql(accountId, sql`o.origin_code`)} as link_name, count(*)::int as count,
      sum(c.cents)::bigint as cents
    from charges c join sale_orders o on o.charge_id = c.id
    where c.account_id = ${accountId} and c.purpose = 'sale' and c.state in ('paid', 'settled')
      and c.paid_at >= ${start} and c.paid_at < ${end}
    group by 1, o.is_after_test, o.channel, o.origin, o.origin_code`);

function listDays(
  { from, to }: Range,
  taken: readonly RequestSum[],
  sales: readonly SaleSum[],
): Numbers['days'] {
  const days: Numbers['days'] = [];
  const total = (rows: readonly { readonly day: string; readonly count: number }[], day: string) =>
    rows.reduce((sum, row) => sum + (row.day === day ? row.count : 0), 0);
  for (let day = from; day <= to; day = addDays(day, 1))
    days.push({ day, tests: total(taken, day), sales: total(sales, day) });
  return days;
}

interface Sums {
  readonly visits: readonly VisitSum[];
  readonly requests: readonly RequestSum[];
  readonly sales: readonly SaleSum[];
}

/** Origins with the highest conversion first. */
function sumOrigins({ visits, requests, sales }: Sums, slug: string): Numbers['origins'] {
  const visited: (Origin & VisitSum)[] = visits.map((row) => ({
    ...row,
    kind: row.code === '' ? 'none' : 'code',
  }));
  const keyOf = ({ kind, code }: Origin) => (kind === 'code' ? `code ${code}` : kind);
  const all = Map.groupBy<string, Origin>([...visited, ...requests, ...sales], keyOf);
  const rows = [...all].map(([key, [origin]]) => {
    const isSame = (row: Origin) => keyOf(row) === key;
    const originSales = sales.filter(isSame);
    const ofKind = (isAfterTest: boolean) =>
      originSales.reduce(
        (sum, sale) => sum + (sale.isAfterTest === isAfterTest ? sale.count : 0),
        0,
      );
    const tests = requests.reduce(
      (sum, row) => sum + (isSame(row) && row.reason === null ? row.count : 0),
      0,
    );
    const { kind, code, linkName } = origin!;
    const countsVisits = kind === 'code' || kind === 'none';
    return {
      kind,
      code: kind === 'code' ? code : '',
      name: nameOrigin(kind, code, linkName),
      detail: describeOrigin(kind, code, slug),
      visits: countsVisits
        ? visited.filter(isSame).reduce((sum, row) => sum + row.visits, 0)
        : null,
      tests,
      salesAfterTest: ofKind(true),
      directSales: ofKind(false),
      conversion: toConversion(ofKind(true), tests),
      receivedCents: originSales.reduce((sum, { cents }) => sum + cents, 0),
    };
  });
  return rows.toSorted((a, b) => (b.conversion ?? -1) - (a.conversion ?? -1) || b.tests - a.tests);
}

const toConversion = (sales: number, tests: number): number | null =>
  tests < FEWEST_TESTS_FOR_RATE ? null : Math.round((sales * 10_000) / tests);

function sumTotal(origins: Numbers['origins']): Numbers['total'] {
  const sum = (valueOf: (row: Numbers['origins'][number]) => number | null) =>
    origins.reduce((total, row) => total + (valueOf(row) ?? 0), 0);
  const [tests, salesAfterTest] = [sum((row) => row.tests), sum((row) => row.salesAfterTest)];
  return {
    visits: sum((row) => row.visits),
    tests,
    salesAfterTest,
    directSales: sum((row) => row.directSales),
    conversion: toConversion(salesAfterTest, tests),
    receivedCents: sum((row) => row.receivedCents),
  };
}
