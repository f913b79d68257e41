/**
 * Edits a line's user name, note, WhatsApp number, price and product. Source: E-09, V-17, V-18,
 * Q-IPTVID, Q-USERNAME.
 */
import { isDeepStrictEqual } from 'node:util';
import { refuse } from '@ramal/contract/api/errors';
import { platforms } from '@ramal/contract/rules/platforms';
import type { PackageFacts } from '../../catalogue/catalogue.ts';
import type { Caller } from '../../foundation/caller.ts';
import { violatedConstraint } from '../../foundation/database.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import { setPriceIn } from '../../line-payments/line-payments.ts';
import { type LineChange, type LineUpdate, changeLine } from './change-line.ts';
import { type DetailInput, type Line, pickDetails, refuseTakenName } from '../line.ts';
import { type ProductChoice, validateProduct, productFacts, productEventData } from '../product.ts';
import { type PlatformLineRef, lockLine } from '../find-accessible-line.ts';

/** An absent field keeps its value; null clears it. */
export interface LineEdit extends DetailInput {
  readonly username?: string | undefined;
  /** Price for the owner's customer; undefined keeps the current price. */
  readonly priceCents?: number | undefined;
  /** Undefined keeps the current product. */
  readonly product?: ProductChoice | undefined;
}

type EditLineInput = PlatformLineRef & LineChange & LineEdit;

export async function editLine(
  ctx: AppContext,
  caller: Caller,
  input: EditLineInput,
): Promise<Line> {
  try {
    return await ctx.db.tx(async (tx) => {
      const line = await lockLine(tx, caller.actor, input, ctx.clock.now());
      const product =
        input.product &&
        validateProduct(
          ctx,
          input.product,
          await tx.first<PackageFacts>(productFacts(input.product)),
          line.isTrial,
        );
      const change: LineUpdate = {
        ...(input.username === undefined ? {} : { username: input.username }),
        ...pickDetails(input),
        ...(product
          ? {
              packageId: product.packageId,
              bouquetIds: product.bouquetIds,
              productId: product.productId,
            }
          : {}),
      };
      const { priceCents } = input;
      if (priceCents !== undefined) {
        if (line.ownerId !== caller.actor.id)
          refuse('invalid_fields', {
            fields: { priceCents: 'Só quem vende a este cliente define o preço dele.' },
          });
        await setPriceIn(tx, caller, { lineId: line.id, cents: priceCents, undo: input.undo });
      }
      const edited = { ...line, ...change, ...product };
      const differences = between(eventData(ctx, line), eventData(ctx, edited));
      if (!differences) return line;
      const { undo } = input;
      await changeLine(tx, caller, line, { kind: 'line-edited', change, ...differences, undo });
      return edited;
    });
  } catch (error) {
    if (violatedConstraint(error) !== 'lines_name_key') throw error;
    return refuseTakenName(platforms[input.platform]);
  }
}

const eventData = (ctx: AppContext, line: Line) => ({
  username: line.username,
  ...pickDetails(line),
  ...productEventData(ctx, line),
});

type EditEventData = ReturnType<typeof eventData>;

/** Returns the event data of an edit, with changed fields only. Undefined if no field changed. */
function between(before: EditEventData, after: EditEventData) {
  const names = (Object.keys(after) as (keyof EditEventData)[]).filter(
    (name) => !isDeepStrictEqual(before[name], after[name]),
  );
  const changedFields = (eventData: EditEventData) =>
    Object.fromEntries(names.map((name) => [name, eventData[name]]));
  return names.length === 0
    ? undefined
    : { before: changedFields(before), after: changedFields(after) };
}
