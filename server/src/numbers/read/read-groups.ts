/** Returns customers, revenue and retention by origin, plan, platform or reseller. */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import type { getNumberGroups as declaration, Grouping } from '@ramal/contract/numbers/numbers';
import { lineOriginLabels, lineOrigins } from '@ramal/contract/lines/line-origins';
import { platforms, type PlatformKey } from '@ramal/contract/rules/platforms';
import { terms } from '@ramal/contract/rules/terms';
import type { ReadingContext } from '../../foundation/app-context.ts';
import type { Call } from '../../foundation/http/bind.ts';
import sql from 'sql-template-tag';
import type { ReaderAccount } from '../../foundation/caller.ts';
import { toRate } from './figures.ts';
import { readSums } from './read-sums.ts';
import { type Flow, type FlowParts, type LineFilter, summarizeFlows } from './summarize-flows.ts';

type Answer = HandlerResult<typeof declaration>;

interface Group {
  readonly key: string;
  readonly label: string;
  readonly parts: FlowParts;
}

export async function readGroups(
  ctx: ReadingContext,
  { actor, query }: Pick<Call<typeof declaration>, 'actor' | 'query'>,
): Promise<Answer> {
  const { by, scope, ...filter } = query;
  const sums = await readSums(ctx, actor, query);
  const flows = sums.flows.filter(({ period }) => period === sums.period.key);
  const groups =
    by === 'reseller'
      ? await readResellers(ctx, actor, sums.period.key, { query, ownFlows: flows })
      : groupFlows(flows, by, filter);
  const isOwn = scope === 'own' && by !== 'reseller';
  const whole = (value: (parts: FlowParts) => number) =>
    groups.reduce((sum, { parts }) => sum + value(parts), 0);
  const size = ({ end }: FlowParts) => (isOwn ? end.cents : end.count);
  const total = whole(size);
  return {
    ...sums.freshness,
    by,
    groups: groups
      .filter(({ parts }) => parts.end.count > 0 || parts.base.count > 0)
      .toSorted((a, b) => size(b.parts) - size(a.parts) || b.parts.end.count - a.parts.end.count)
      .map(({ key, label, parts }) => ({
        key,
        label,
        customers: parts.end.count,
        revenueCents: isOwn ? parts.end.cents : null,
        share: toRate(size(parts), total),
        base: parts.base.count,
        remaining: parts.base.count - parts.lost.count,
        retention: toRate(parts.base.count - parts.lost.count, parts.base.count),
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
    .map(({ filter: chosen, key, label }) => ({
      key,
      label,
      parts: summarizeFlows(flows, { ...filter, ...chosen }),
    }));
}

type ResellerFlow = Flow & { readonly resellerId: number; readonly username: string };

/** Networks of the direct resellers, and the account's own lines. */
async function readResellers(
  { db }: ReadingContext,
  actor: ReaderAccount,
  period: string,
  {
    query,
    ownFlows,
  }: {
    readonly query: LineFilter & { readonly scope: string };
    readonly ownFlows: readonly Flow[];
  },
): Promise<Group[]> {
  const rows = await db.many<ResellerFlow>(sql`
    with child as (
      select id, username from accounts
      where parent_id = ${actor.id} and deleted_at is null order by id limit ${MAX_RESELLERS}
    )
    select c.id as reseller_id, c.username, f.period, f.kind, f.reason, f.from_platform, f.from_plan, f.to_platform,
      f.to_plan, f.origin, f.lines::int as lines, 0 as from_cents, 0 as to_cents, 0 as without_payment,
      0 as without_price
    from child c join (
      select account_id, period, kind, reason, from_platform, from_plan, to_platform, to_plan, origin, lines
      from number_network where period = ${period} and account_id in (select id from child)
      union all
      select account_id, period, kind, reason, from_platform, from_plan, to_platform, to_plan, origin, lines
      from number_flows where period = ${period} and account_id in (select id from child)
    ) f on f.account_id = c.id`);
  const byReseller = Map.groupBy(rows, ({ resellerId }) => resellerId);
  const below = [...byReseller].map(([id, flows]) => ({
    key: `${id}`,
    label: flows[0]!.username,
    parts: summarizeFlows(flows, query),
  }));
  const ownGroup = {
    key: `${actor.id}`,
    label: 'Suas linhas',
    parts: summarizeFlows(ownFlows, query),
  };
  return query.scope === 'own' ? [ownGroup, ...below] : below;
}

/** Maximum number of listed resellers; the list of resellers shows more. */
const MAX_RESELLERS = 500;
