/** Common routes of every platform: lists, actions and their messages. */
import type { LineBody, AnyLineFields } from '@ramal/contract/lines/line-fields';
import { MAX_UNDO_HUNDREDTHS } from '@ramal/contract/undo';
import { fromHundredths } from '@ramal/contract/rules/money';
import type { Platform } from '@ramal/contract/rules/platforms';
import { toCredits } from '../credits/credits.ts';
import { dueRange } from '../line-payments/line-payments.ts';
import type { Caller } from '../foundation/caller.ts';
import { formatDateTime } from '../foundation/clock.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { type PageQuery, toPageAnswer } from '../foundation/pages.ts';
import {
  type CreateLineInput,
  type CreatedLine,
  createLine,
  defaultHundredths,
} from './create/create-line.ts';
import { deleteLine } from './delete/delete-line.ts';
import { type LineEdit, editLine } from './change/edit-line.ts';
import { endOfDayLine } from './change/end-of-day-line.ts';
import { type LineExportQuery, exportLines } from './list/export-lines.ts';
import { extendLine } from './change/extend-line.ts';
import { type Line, pickDetails } from './line.ts';
import {
  type ReceiptFacts,
  lineReceipt,
  lineRow,
  receiptColumns,
  receiptsFor,
  receiptsFrom,
} from './line-answers.ts';
import { readCursor } from './list/line-cursors.ts';
import { countLines, listLines, listLinesAt } from './list/list-lines.ts';
import { type ProductChoice, productNames } from './product.ts';
import { type PlatformLineRef, findAccessibleLine } from './find-accessible-line.ts';
import { promoteLine } from './change/promote-line.ts';
import { rollBackLine } from './change/roll-back-line.ts';
import { switchLine } from './change/switch-line.ts';
import { trustLine } from './change/trust-line.ts';
import { beginUndoableAct, offerUndo } from '../undo/undo.ts';
import {
  type OwnerFilter,
  toPaymentFilter,
  refuseDeletedLines,
  scopeFor,
} from './list/owner-filter.ts';

type ListQuery = PageQuery &
  LineExportQuery & { readonly from?: string | undefined; readonly place?: string | undefined };

/** Body fields of the creation calls of all platforms. */
type CreateBody = LineBody<AnyLineFields, 'create'>;

interface About<Body = unknown> extends Caller {
  readonly params: { readonly id: number };
  readonly body: Body;
}

const lineListRoutes = (ctx: AppContext, platform: Platform) => ({
  list: async ({ actor }: Caller, ownerFilter: OwnerFilter, query: ListQuery) => {
    refuseDeletedLines(actor, query.deleted);
    const fields = {
      ...query,
      platform: platform.key,
      scope: await scopeFor(ctx.db, actor, ownerFilter),
      due: query.due === undefined ? undefined : dueRange(query.due, ctx.clock),
      paid: toPaymentFilter(actor, ctx.clock, query.paid),
      products: productNames(ctx),
    };
    const place = readCursor(query, ctx.clock);
    const now = ctx.clock.now();
    const { rows, total, ...neighbours } = place
      ? await listLinesAt(ctx.db, { ...fields, place }, now)
      : await listLines(ctx.db, fields, now);
    const data = rows.map((line) => lineRow(ctx, line, actor));
    return { ...toPageAnswer(query, total, data), ...neighbours };
  },
  count: async ({ actor }: Caller, ownerFilter: OwnerFilter) =>
    countLines(ctx.db, platform.key, await scopeFor(ctx.db, actor, ownerFilter), ctx.clock.now()),
  exportSheet: (caller: Caller, ownerFilter: OwnerFilter, filters: LineExportQuery) =>
    exportLines(ctx, caller, { ...filters, platform: platform.key, whose: ownerFilter }),
});

const lineRefIn =
  (platform: Platform) =>
  ({ params }: About): PlatformLineRef => ({ ...params, platform: platform.key });

/** Actions that the account can undo for some seconds. */
function undoableRoutes(ctx: AppContext, platform: Platform) {
  const input = lineRefIn(platform);
  const response = (line: Line, message: string) => ({ ...lineRow(ctx, line), message });
  const renewed = (line: Line, message: string, viewer?: Caller['actor']) => ({
    ...lineRow(ctx, line, viewer),
    message,
    expDateFormatted: formatDateTime(line.expiresAt, ctx.clock.timeZone),
  });
  return {
    toggle: (call: About<{ readonly on?: boolean | undefined }>) =>
      offerUndo(ctx, call, async (undo) => {
        const line = await switchLine(ctx, call, { ...input(call), on: call.body.on, undo });
        return response(
          line,
          line.isOn ? 'Linha ligada com sucesso' : 'Linha desligada com sucesso',
        );
      }),
    extend: (call: About<{ readonly credits?: number | undefined }>) => {
      const hundredths = call.body.credits ?? defaultHundredths;
      const undo = hundredths > MAX_UNDO_HUNDREDTHS ? undefined : beginUndoableAct(ctx, call);
      return extendLine(ctx, call, {
        lineRef: input(call),
        hundredths,
        undo,
        present: ({ line, ...cost }) => ({
          ...renewed(line, 'Linha renovada com sucesso', call.actor),
          ...charged(cost),
          ...(undo ? { undoId: undo.id } : {}),
        }),
      });
    },
    edit: async (call: About, edit: LineEdit, message = 'Usuário editado com sucesso') =>
      offerUndo(ctx, call, async (undo) =>
        response(await editLine(ctx, call, { ...input(call), ...edit, undo }), message),
      ),
    trust: async (call: About) =>
      offerUndo(ctx, call, async (undo) =>
        renewed(
          await trustLine(ctx, call, { ...input(call), undo }),
          'Confiança adicionada com sucesso',
        ),
      ),
    endOfDay: async (call: About) =>
      offerUndo(ctx, call, async (undo) =>
        renewed(
          await endOfDayLine(ctx, call, { ...input(call), undo }),
          'Vencimento alterado com sucesso',
        ),
      ),
  };
}

export function lineActionRoutes(ctx: AppContext, platform: Platform) {
  const input = lineRefIn(platform);
  return {
    ...lineListRoutes(ctx, platform),
    ...undoableRoutes(ctx, platform),
    create: (
      call: Caller & { body: CreateBody },
      chosen: Pick<CreateLineInput, 'username' | 'product' | 'source' | 'origin'>,
    ) =>
      createLine(
        ctx,
        call,
        { ...chosen, platform, ...newLine(call.body) },
        {
          present: (created, facts: ReceiptFacts) =>
            chargedReceipt(receiptsFrom(ctx, call, facts), created),
          reads: receiptColumns(call.actor),
        },
      ),
    promote: async (
      call: About<{ readonly credits?: number | undefined }>,
      product: ProductChoice | undefined,
    ) => {
      const receiptOf = await receiptsFor(ctx, call);
      const promotion = { ...input(call), hundredths: call.body.credits ?? defaultHundredths };
      return promoteLine(ctx, call, { ...promotion, product }, (made) => ({
        ...chargedReceipt(receiptOf, made),
        message: 'Teste ativado como oficial com sucesso',
      }));
    },
    remove: async (call: About) => {
      const { id } = await deleteLine(ctx, call, input(call));
      return { id, message: 'Usuário deletado com sucesso' };
    },
    rollBack: async (call: About<{ readonly day?: string | undefined }>) => {
      const line = await rollBackLine(ctx, call, { ...input(call), day: call.body.day });
      return { ...lineRow(ctx, line), message: 'Vencimento retrocedido com sucesso' };
    },
    receipt: async (call: About) =>
      lineReceipt(
        ctx,
        await findAccessibleLine(ctx.db, call.actor, input(call), ctx.clock.now()),
        call,
      ),
  };
}

const newLine = ({ official, credits, testHours, priceCents, ...body }: CreateBody) => ({
  ...pickDetails(body),
  priceCents,
  pays: official ? { hundredths: credits ?? defaultHundredths } : { testHours },
});

const chargedReceipt = (
  receiptOf: ReturnType<typeof receiptsFrom>,
  { line, ...cost }: CreatedLine,
) => ({ ...receiptOf(line), ...charged(cost) });

/** Returns the price and the payer's balance after the charge (Q-CHARGE). */
const charged = ({ hundredths, balance }: { hundredths: number; balance: number | null }) => ({
  charged: fromHundredths(hundredths),
  balance: toCredits(balance),
});
