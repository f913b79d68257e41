/**
 * Performs the action of a batch on each of its lines, with the use cases of a single line.
 * Permissions may change during the batch, so they are read again for each chunk of rows, and
 * checked for every row. This file checks grants and functions. The use cases check the other
 * permissions.
 */
import { type BulkAct, type startBulkLines, bulkActs } from '@ramal/contract/lines/bulk-lines';
import { refuse } from '@ramal/contract/api/errors';
import { type Platform, type PlatformKey, platforms } from '@ramal/contract/rules/platforms';
import { findTerm } from '@ramal/contract/rules/terms';
import { messages } from '@ramal/contract/api/validation';
import type { BatchKind, BatchRowResult } from '../../batches/batches.ts';
import type { Actor, Caller } from '../../foundation/caller.ts';
import { formatDateTime } from '../../foundation/clock.ts';
import type { Call } from '../../foundation/http/bind.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import { deleteLine } from '../delete/delete-line.ts';
import type { LineChange } from '../change/change-line.ts';
import { editLine } from '../change/edit-line.ts';
import { endOfDayLine } from '../change/end-of-day-line.ts';
import { extendLine } from '../change/extend-line.ts';
import { lockToMigrate, migrateLine } from '../migrate/migrate-line.ts';
import { type Product, type ProductChoice, productName } from '../product.ts';
import {
  type LockedLines,
  type PlatformLineRef,
  lockLines,
  lockPayerAndLines,
} from '../find-accessible-line.ts';
import { switchLine } from '../change/switch-line.ts';

/** An action with its input; stored with the batch. */
export type BulkAction =
  | { readonly act: 'extend'; readonly hundredths: number }
  | { readonly act: 'switch-on' | 'switch-off' | 'end-of-day' | 'delete' }
  | { readonly act: 'plan'; readonly product: ProductChoice }
  | { readonly act: 'migrate'; readonly to: PlatformKey; readonly product: ProductChoice };

type BulkInput = BulkAction & { readonly platform: PlatformKey };

type Body = Omit<Call<typeof startBulkLines>['body'], 'total' | 'acceptPartial'>;

/** Returns the fields of the action, without the other fields of the body. */
export function parseAction(body: Body): BulkAction {
  const { act } = body;
  if (act === 'extend') return { act, hundredths: body.credits ?? missing('credits', 'Créditos') };
  if (act === 'plan') return { act, product: readPlan(body, platforms[body.platform]) };
  if (act !== 'migrate') return { act };
  const to = body.to ?? missing('to', 'Plataforma de destino');
  if (!migratesTo(body.platform, to)) return wrong('to', 'Plataforma de destino');
  return { act, to, product: readPlan(body, platforms[to]) };
}

/**
 * Returns true for a migration from IPTV to a P2P service, or from a P2P service to IPTV. Calls on
 * a single line allow only the same migrations (T-12, T-13).
 */
const migratesTo = (from: PlatformKey, to: PlatformKey): boolean =>
  platforms[from].sells !== platforms[to].sells;

function readPlan(body: Body, { sells }: Platform): ProductChoice {
  if (sells === 'packages') return { packageId: body.package ?? missing('package', 'Pacote') };
  return { productId: body.productId ?? missing('product_id', 'Pacote') };
}

const missing = (field: string, label: string): never =>
  refuse('invalid_fields', { fields: { [field]: messages.required(label) } });
const wrong = (field: string, label: string): never =>
  refuse('invalid_fields', { fields: { [field]: messages.malformed(label) } });

/**
 * Checks the permissions that a migration to this platform requires. The calls on a single line
 * require the same (R-10, Q-FLAGOFF).
 */
export function refuseClosedTarget({ profile, flags, grants }: Actor, to: PlatformKey): void {
  const { flag, migrationGrants } = platforms[to];
  if (migrationGrants.some((grant) => !grants.has(grant))) refuse('forbidden');
  if (profile !== 'admin' && !flags.has(flag))
    refuse('platform_off', { values: { platform: platforms[to].label } });
}

/** Title of the task, such as «Estender 30 dias · IPTV». */
export function bulkTaskTitle(
  ctx: AppContext,
  { platform, ...action }: BulkInput,
  product?: Product,
): string {
  return `${describeAction(ctx, action, product)} · ${platforms[platform].label}`;
}

const plainWords = {
  'switch-on': 'Ligar',
  'switch-off': 'Desligar',
  'end-of-day': 'Vencimento p/23:59',
  delete: 'Deletar',
} as const;

function describeAction(ctx: AppContext, action: BulkAction, product: Product | undefined): string {
  if (action.act === 'extend') return `Estender ${findTerm(action.hundredths)?.days ?? 0} dias`;
  if (action.act === 'plan') return `Mudar para o pacote ${productName(ctx, product!)}`;
  if (action.act === 'migrate') return `Migrar para ${platforms[action.to].label}`;
  return plainWords[action.act];
}

export const bulkTaskKind = (act: BulkAct): string => `${act}-lines`;

/** Kinds of batches: one for each action, so that the list of batches shows the action. */
export const bulkLineKinds: readonly BatchKind<BulkInput, null, LockedLines>[] = bulkActs.map(
  (act) => ({
    kind: bulkTaskKind(act),
    prepare: (ctx, caller, { platform }, rows) =>
      lockRows(ctx, caller, act, { ids: rows.map(({ lineId }) => lineId!), platform }),
    act: (ctx, caller, { input, row: { lineId }, shared: locked, undo }) =>
      actOnLine(ctx, caller, { id: lineId!, platform: input.platform, locked, undo }, input),
  }),
);

const lockRows = (
  { db, clock }: AppContext,
  caller: Caller,
  act: BulkAct,
  which: Parameters<typeof lockLines>[2],
): Promise<LockedLines> =>
  db.tx((tx) => {
    const now = clock.now();
    if (act === 'extend') return lockPayerAndLines(tx, caller, which, now);
    if (act === 'migrate') return lockToMigrate(tx, caller, which, now);
    return lockLines(tx, caller.actor, which, now);
  });

async function actOnLine(
  ctx: AppContext,
  caller: Caller,
  input: PlatformLineRef & Pick<LineChange, 'undo'>,
  bulkInput: BulkInput,
): Promise<BatchRowResult> {
  const date = (at: Date) => formatDateTime(at, ctx.clock.timeZone);
  switch (bulkInput.act) {
    case 'extend':
      return extendLine(ctx, caller, {
        lineRef: input,
        hundredths: bulkInput.hundredths,
        undo: input.undo,
        present: ({ line, hundredths, balance }) => ({
          message: `vence em ${date(line.expiresAt)}`,
          // An admin has no wallet, so the extension charges nothing.
          hundredths: balance === null ? 0 : hundredths,
        }),
      });
    case 'switch-on':
    case 'switch-off': {
      const { isOn } = await switchLine(ctx, caller, {
        ...input,
        on: bulkInput.act === 'switch-on',
      });
      return { message: isOn ? 'ligada' : 'desligada' };
    }
    case 'end-of-day':
      return { message: `vence em ${date((await endOfDayLine(ctx, caller, input)).expiresAt)}` };
    case 'plan': {
      const line = await editLine(ctx, caller, { ...input, product: bulkInput.product });
      return { message: `pacote ${productName(ctx, line)}` };
    }
    case 'delete':
      return {
        message: `deletada, venceria em ${date((await deleteLine(ctx, caller, input)).expiresAt)}`,
      };
    case 'migrate': {
      refuseClosedTarget(caller.actor, bulkInput.to);
      const to = platforms[bulkInput.to];
      const line = await migrateLine(ctx, caller, { ...input, to, product: bulkInput.product });
      return { message: `agora em ${to.label} como ${line.username}, até ${date(line.expiresAt)}` };
    }
  }
}
