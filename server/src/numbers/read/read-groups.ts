/** Returns customers, revenue and retention by origin, plan, platform or reseller. */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import type { getNumberGroups as declaration, Grouping } from '@ramal/contract/numbers/numbers';
import { lineOriginLabels, lineOrigins } from '@ramal/contract/lines/line-origins';
import { platforms, type PlatformKey } from '@ramal/contract/rules/platforms';
import { terms } from '@ramal/contract/rules/terms';
import type { ReadingContext } from '../../foundation/app-context.ts';
import type { Call } from '../../foundation/http/bind.ts';
import sql, { type Sql, empty, raw } from 'sql-template-tag';
import type { ReaderAccount } from '../../foundation/caller.ts';
import { toRate } from './figures.ts';
import { readSums } from './read-sums.ts';
import { type Flow, type FlowParts, type LineFilter, summarizeFlows } from './summarize-flows.ts';

type Answer = HandlerResult<typeof declaration>;

interface Group {
  readonly key: string;
  readonly label: string;
  /** Customers at the start of the period. */
  readonly base: number;
  /** Customers at the end of the period, with their recurring revenue. */
  readonly end: { readonly count: number; readonly cents: number };
  readonly lost: number;
}

const toGroup = (key: string, label: string, { base, end, lost }: FlowParts): Group => ({
  key,
  label,
  base: base.count,
  end,
  lost: lost.count,
});

export async function readGroups(
  ctx: ReadingContext,
  { actor, query }: Pick<Call<typeof declaration>, 'actor' | 'query'>,
): Promise<Answer> {
  const { by, scope, ...filter } = query;
  const sums = await readSums(ctx, actor, query);
  const flows = sums.flows.filter(({ period }) => period === sums.period.key);
  const groups =
    by === 'reseller'
      ? await readResellers(ctx, actor, sums.period.key, filter)
      : groupFlows(flows, by, filter);
  const isOwn = scope === 'own' && by !== 'reseller';
  const size = ({ end }: Group) => (isOwn ? end.cents : end.count);
  const total = groups.reduce((sum, group) => sum + size(group), 0);
  return {
    ...sums.freshness,
    by,
    groups: groups
      .filter(({ base, end }) => end.count > 0 || base > 0)
      .toSorted((a, b) => size(b) - size(a) || b.end.count - a.end.count)
      .map((group) => ({
        key: group.key,
        label: group.label,
        customers: group.end.count,
        revenueCents: isOwn ? group.end.cents : null,
        share: toRate(size(group), total),
        base: group.base,
        remaining: group.base - group.lost,
        retention: toRate(group.base - group.lost, group.base),
      })),
  };
}

function groupFlows(
  flows: readonly Flow[],
  by: Exclude<Grouping, 'reseller'>,
  filter: LineFilter,
): Group[] {
  const choices: Record<typeof by, readonly { filter: LineFilter; key: string; label: string }[]> =
    {
      origin: lineOrigins.map((origin) => ({
        filter: { origin },
        key: origin,
        label: lineOriginLabels[origin],
      })),
      plan: terms.map(({ days, label }) => ({
        filter: { plan: days as NonNullable<LineFilter['plan']> },
        key: `${days}`,
        label,
      })),
      platform: Object.values(platforms).map(({ key, label }) => ({
        filter: { platform: key as PlatformKey },
        key,
        label,
      })),
    };
  return choices[by]
    .filter((choice) =>
      (Object.keys(choice.filter) as (keyof LineFilter)[]).every(
        (name) => filter[name] === undefined || filter[name] === choice.filter[name],
      ),
    )
    .map(({ filter: chosen, key, label }) =>
      toGroup(key, label, summarizeFlows(flows, { ...filter, ...chosen })),
    );
}

interface ResellerCounts {
  readonly id: number;
  readonly username: string;
  readonly base: number;
  readonly end: number;
  readonly lost: number;
}

/**
 * Returns one group for the network of each direct reseller, and one for the account's own lines.
 */
async function readResellers(
  { db }: ReadingContext,
  actor: ReaderAccount,
  period: string,
  filter: LineFilter,
): Promise<Group[]> {
  const rows = await db.many<ResellerCounts>(resellerCounts(actor.id, period, filter));
  return rows.map(({ id, username, base, end, lost }) => ({
    key: `${id}`,
    label: id === actor.id ? 'Suas linhas' : username,
    base,
    end: { count: end, cents: 0 },
    lost,
  }));
}

/**
 * Statement: counts the customers in the network of each direct reseller, and the account's own
 * customers.
 */
const resellerCounts = (
  account: number,
  period: string,
  { platform, plan, origin }: LineFilter,
): Sql => {
  const matches = (state: string) => sql`true
    ${platform ? sql`and f.${raw(state)}_platform = ${platform}` : empty}
    ${plan ? sql`and f.${raw(state)}_plan = ${plan}` : empty}`;
  const columns = sql`account_id, kind, from_platform, from_plan, to_platform, to_plan, origin, lines`;
  return sql`
    with child as (
      select id, username from accounts
      where parent_id = ${account} and deleted_at is null order by id limit ${MAX_RESELLERS}
    ), reseller as (
      select id, username from child union all select id, username from accounts where id = ${account}
    )
    select c.id, c.username,
      coalesce(sum(f.lines) filter (where f.kind not in ('new', 'recovered') and ${matches('from')}), 0)::int as base,
      coalesce(sum(f.lines) filter (where f.kind <> 'lost' and ${matches('to')}), 0)::int as "end",
      coalesce(sum(f.lines) filter (where f.kind = 'lost' and ${matches('from')}), 0)::int as lost
    from reseller c join (
      select ${columns} from number_network where period = ${period} and account_id in (select id from child)
      union all
      select ${columns} from number_flows where period = ${period} and account_id in (select id from reseller)
    ) f on f.account_id = c.id ${origin ? sql`and f.origin = ${origin}` : empty}
    group by c.id, c.username`;
};

/** Maximum number of listed resellers; the list of resellers shows more. */
const MAX_RESELLERS = 500;
