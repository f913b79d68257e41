/** Converts a line to the answer for its app. */
import type { ActivationLine } from '@ramal/contract/activation';
import { unixSeconds } from '../foundation/clock.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { productName } from '../lines/lines.ts';
import { lineStateOf } from '../player/player.ts';
import type { ActivationLineRow } from './activation.sql.ts';

export function serializeLine(ctx: AppContext, line: ActivationLineRow): ActivationLine {
  const { productId, expiresAt } = line;
  return {
    status: lineStateOf(line, ctx.clock.now()),
    isTrial: line.isTrial,
    expiresAt: expiresAt.toISOString(),
    expiresAtTimestamp: unixSeconds(expiresAt),
    productId: productId ?? 0,
    productName: productName(ctx, {
      productId,
      packageId: null,
      packageName: null,
      bouquetIds: [],
    }),
  };
}
