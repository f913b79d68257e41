/**
 * Adds up counted pairs of states (flows.sql.ts) to the parts of a figure. The filter applies to
 * both states.
 */
import type { PlanDays } from '@ramal/contract/numbers/figures';
import type { LineOrigin } from '@ramal/contract/lines/line-origins';
import type { PlatformKey } from '@ramal/contract/rules/platforms';

export interface Flow {
  readonly period: string;
  readonly kind: 'kept' | 'changed' | 'new' | 'recovered' | 'lost';
  readonly reason: string;
  readonly fromPlatform: string;
  readonly fromPlan: number;
  readonly toPlatform: string;
  readonly toPlan: number;
  readonly origin: LineOrigin;
  readonly lines: number;
  readonly fromCents: number;
  readonly toCents: number;
  readonly withoutPayment: number;
  readonly withoutPrice: number;
}

export interface LineFilter {
  readonly platform?: PlatformKey | undefined;
  readonly plan?: PlanDays | undefined;
  readonly origin?: LineOrigin | undefined;
}

interface Part {
  count: number;
  cents: number;
}

export type FlowParts = Record<
  'base' | 'end' | 'new' | 'recovered' | 'changed' | 'lost',
  Readonly<Part>
> & { readonly withoutPayment: number; readonly withoutPrice: number };

/**
 * Returns the parts of a figure. In cents, the end is the base plus the new, recovered, changed and
 * lost parts. The cents of lost customers are negative.
 */
export function summarizeFlows(flows: readonly Flow[], filter: LineFilter): FlowParts {
  const part = (): Part => ({ count: 0, cents: 0 });
  const parts = {
    base: part(),
    end: part(),
    new: part(),
    recovered: part(),
    changed: part(),
    lost: part(),
    withoutPayment: 0,
    withoutPrice: 0,
  };
  const add = (
    name: Exclude<keyof FlowParts, `without${string}`>,
    count: number,
    cents: number,
  ) => {
    parts[name].count += count;
    parts[name].cents += cents;
  };
  for (const flow of flows) {
    const { kind, lines, fromCents, toCents } = flow;
    const isFrom = hasStart(flow) && matches(filter, flow, flow.fromPlatform, flow.fromPlan);
    const isTo = hasEnd(flow) && matches(filter, flow, flow.toPlatform, flow.toPlan);
    if (isFrom) add('base', lines, fromCents);
    if (isTo) {
      add('end', lines, toCents);
      parts.withoutPayment += flow.withoutPayment;
      parts.withoutPrice += flow.withoutPrice;
    }
    if (kind === 'new' || kind === 'recovered') {
      if (isTo) add(kind, lines, toCents);
    } else if (kind === 'lost') {
      if (isFrom) add('lost', lines, -fromCents);
    } else if (kind === 'changed' && (isFrom || isTo))
      add('changed', lines, (isTo ? toCents : 0) - (isFrom ? fromCents : 0));
  }
  return parts;
}

const hasStart = ({ kind }: Flow): boolean => kind !== 'new' && kind !== 'recovered';
const hasEnd = ({ kind }: Flow): boolean => kind !== 'lost';

const matches = (filter: LineFilter, { origin }: Flow, platform: string, plan: number): boolean =>
  (filter.origin === undefined || filter.origin === origin) &&
  (filter.platform === undefined || filter.platform === platform) &&
  (filter.plan === undefined || filter.plan === plan);
