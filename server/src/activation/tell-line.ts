/** A line as its app is told of it. */
import type { ToldLine } from '@ramal/contract/activation';
import { unixSeconds } from '../foundation/clock.ts';
import type { House } from '../foundation/house.ts';
import { planName } from '../lines/plan.ts';
import { standingOf } from '../player/line-state.ts';
import type { HeldLine } from './activation.sql.ts';

export function tellLine(house: House, line: HeldLine): ToldLine {
  const { productId, expiresAt } = line;
  return {
    status: standingOf(line, house.clock.now()),
    is_trial: line.isTrial,
    expires_at: expiresAt.toISOString(),
    expires_at_timestamp: unixSeconds(expiresAt),
    product_id: productId ?? 0,
    product_name: planName(house, {
      productId,
      packageId: null,
      packageName: null,
      bouquetIds: [],
    }),
  };
}
