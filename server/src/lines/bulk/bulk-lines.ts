/**
 * Starts an action on many lines: selected lines, or all lines that a list's filters match. The
 * lines are selected once, at the start, in the list's order. Each line is read and checked again
 * before its action. The request contains the numbers of its preview. If these numbers are
 * outdated, the action does not start.
 */
import { MAX_BATCH_SIZE } from '@ramal/contract/rules/batch-bounds';
import type { previewBulkLines, startBulkLines } from '@ramal/contract/lines/bulk-lines';
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { errorText, refuse } from '@ramal/contract/api/errors';
import { fromHundredths } from '@ramal/contract/rules/money';
import { MAX_UNDO_HUNDREDTHS } from '@ramal/contract/undo';
import sql, { type Sql } from 'sql-template-tag';
import { openPlatforms } from '../../access/access.ts';
import { CHUNK_ROWS, readBatch, startBatch } from '../../batches/batches.ts';
import type { PackageFacts } from '../../catalogue/catalogue.ts';
import { toCredits } from '../../credits/credits.ts';
import { dueRange } from '../../line-payments/line-payments.ts';
import type { Actor } from '../../foundation/caller.ts';
import type { Reader } from '../../foundation/database.ts';
import type { Call } from '../../foundation/http/bind.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import { runOncePerKey } from '../../foundation/idempotency.ts';
import { enforcePlatformOpen } from '../../limits/limits.ts';
import {
  type BulkAction,
  bulkTaskKind,
  parseAction,
  refuseClosedTarget,
  bulkTaskTitle,
} from './bulk-actions.ts';
import { type Forecast, forecastBulk } from './bulk-forecast.ts';
import { findAllLines } from '../list/list-lines.ts';
import { beginUndoableAct } from '../../undo/undo.ts';
import { type Product, validateProduct, productFacts } from '../product.ts';
import { toPaymentFilter, scopeFor } from '../list/owner-filter.ts';

type PreviewCall = Call<typeof previewBulkLines>;
type StartCall = Call<typeof startBulkLines>;

export async function previewBulk(
  ctx: AppContext,
  { actor, body }: PreviewCall,
): Promise<HandlerResult<typeof previewBulkLines>> {
  const { forecast } = await readPreview(ctx.db, ctx, actor, body);
  const { total, doable, unchanged, running, refused, costEach, balance, enoughFor } = forecast;
  return {
    total,
    doable,
    unchanged,
    running,
    refused: refused.map(({ code, count }) => ({ reason: errorText(code), count })),
    costEach: fromHundredths(costEach),
    cost: fromHundredths(costEach * doable),
    balance: toCredits(balance),
    balanceAfter: toCredits(balance === null ? null : balance - costEach * enoughFor),
    enoughFor,
    shortOf: forecast.shortOf,
  };
}

export const startBulk = (
  ctx: AppContext,
  call: StartCall,
): Promise<HandlerResult<typeof startBulkLines>> =>
  ctx.db.tx((tx) =>
    runOncePerKey(tx, call, async () => {
      const { actor, body } = call;
      const preview = await readPreview(tx, ctx, actor, body);
      refuseStalePreview(preview.forecast, body);
      const input = { ...preview.action, platform: body.platform };
      const id = await startBatch(ctx, tx, call, {
        kind: bulkTaskKind(input.act),
        title: bulkTaskTitle(ctx, input, preview.product),
        asked: input,
        rows: rowsOf(preview.ids),
        undoId: isUndoable(preview) ? beginUndoableAct(ctx, call)?.id : undefined,
      });
      return {
        message: 'Trabalho em lote começado',
        batch: await readBatch(tx, actor, id ?? refuse('batch_empty')),
      };
    }),
  );

/** True for a renewal of up to ten credits, whose rows are done in one transaction (Q-UNDOACT). */
const isUndoable = ({ action, ids, forecast: { doable } }: BulkPreview): boolean =>
  action.act === 'extend' &&
  ids.length <= CHUNK_ROWS &&
  action.hundredths * doable <= MAX_UNDO_HUNDREDTHS;

const rowsOf = (ids: readonly number[]): Sql => sql`
  select chosen.number::int as number, l.id as line_id, l.username as label, null::jsonb as asked
  from unnest(${ids}::bigint[]) with ordinality as chosen (id, number) join lines l on l.id = chosen.id`;

interface BulkPreview {
  readonly action: BulkAction;
  readonly ids: readonly number[];
  readonly product: Product | undefined;
  readonly forecast: Forecast;
}

async function readPreview(
  reader: Reader,
  ctx: AppContext,
  actor: Actor,
  body: PreviewCall['body'],
): Promise<BulkPreview> {
  if (!openPlatforms(actor).includes(body.platform)) refuse('forbidden');
  const action = parseAction(body);
  if (action.act === 'migrate') {
    refuseClosedTarget(actor, action.to);
    await enforcePlatformOpen(reader, actor, action.to);
  }
  const { product, servesTests } = await readProduct(reader, ctx, action);
  const {
    platform,
    resellerId,
    ids: ticked,
    search,
    status,
    online,
    expired,
    expiring,
    suspect,
    blocked,
  } = body;
  const due = body.due === undefined ? undefined : dueRange(body.due, ctx.clock);
  const paid = toPaymentFilter(actor, ctx.clock, body.paid);
  const filters = {
    search,
    status,
    online,
    expired,
    expiring,
    due,
    paid,
    suspect,
    blocked,
    ids: ticked,
  };
  const order = { sort: body.sort, dir: body.dir };
  const input = {
    platform,
    scope: await scopeFor(reader, actor, resellerId),
    ...filters,
    ...order,
  };
  const ids = await findAllLines(reader, input, ctx.clock.now(), MAX_BATCH_SIZE);
  if (ids.length > MAX_BATCH_SIZE)
    refuse('batch_too_large', { values: { most: MAX_BATCH_SIZE.toLocaleString('pt-BR') } });
  const forecast = await forecastBulk(reader, ctx, { actor, ids, action, servesTests });
  return { action, ids, product, forecast };
}

/** Reads the chosen product if it exists, and whether it serves tests. */
async function readProduct(reader: Reader, ctx: AppContext, action: BulkAction) {
  if (action.act !== 'plan' && action.act !== 'migrate')
    return { product: undefined, servesTests: true };
  const facts = await reader.first<PackageFacts>(productFacts(action.product));
  const product = validateProduct(ctx, action.product, facts, false);
  return {
    product,
    servesTests: 'productId' in action.product || facts?.allowsTests === true,
  };
}

function refuseStalePreview({ total, shortOf }: Forecast, body: StartCall['body']): void {
  if (total === 0) refuse('batch_empty');
  if (body.total !== undefined && body.total !== total)
    refuse('selection_changed', { values: { count: total.toLocaleString('pt-BR') } });
  if (shortOf !== null && !body.acceptPartial) refuse('insufficient_credits');
}
