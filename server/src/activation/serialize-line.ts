/** A line as its app receives it. */
import type { ActivationLine } from '@ramal/contract/activation';
import { unixSeconds } from '../foundation/clock.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { productName } from '../lines/lines.ts';
import { lineStateOf } from '../player/player.ts';
import type { HeldLine } from './activation.sql.ts';

export function serializeLine(ctx: AppContext, line: HeldLine): ActivationLine {
  const { productId, expiresAt } = line;
  return {
    status: lineStateOf(line, ctx.clock.now()),
    is_trial: line.isTrial,
    expires_at: expiresAt.toISOString(),
    expires_at_timestamp: unixSeconds(expiresAt),
    product_id: productId ?? 0,
    product_name: productName(ctx, {
      productId,
      packageId: null,
      packageName: null,
      bouquetIds: [],
    }),
  };
}
