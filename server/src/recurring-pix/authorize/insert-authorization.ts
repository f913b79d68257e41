/**
 * Stores an authorization with the charge of its first month, before the request to the provider. The
 * first month renews a line, or is the sale of an order.
 */
import { randomBytes } from 'node:crypto';
import { refuse } from '@ramal/contract/api/errors';
import { MINUTE_MS } from '@ramal/contract/rules/durations';
import { maskCpf } from '@ramal/contract/rules/payments/documents';
import type { PlatformKey } from '@ramal/contract/rules/platforms';
import sql from 'sql-template-tag';
import type { AppContext } from '../../foundation/app-context.ts';
import type { Tx } from '../../foundation/database.ts';
import type { Line } from '../../lines/lines.ts';
import { insertSaleOrder, type SaleOrder } from '../../payments/payments.ts';
import { type Authorization, authorizationColumns } from '../authorizations.sql.ts';
import { planFirstMonth } from './first-month.ts';
import { newDebitReference, openRecurring, type RecurringAccount } from '../recurring-account.ts';

export interface NewPayer {
  readonly name: string;
  /** Eleven digits. */
  readonly cpf: string;
  readonly cents: number;
  readonly credits: number;
}

export const CODE_MS = 30 * MINUTE_MS;
/** The charge accepts the payment a little longer than the code, for slow banks. */
export const CHARGE_MARGIN_MS = 5 * MINUTE_MS;
/** A code with less remaining time than this is not offered again. */
const WORTH_OFFERING_MS = 5 * MINUTE_MS;

/** True if the payer may still use the open code of an earlier request. */
export const isSameCode = (open: Authorization, { cents, cpf }: NewPayer, now: Date): boolean =>
  open.state === 'created' &&
  open.cents === cents &&
  open.cpfMask === maskCpf(cpf) &&
  open.codeExpiresAt.getTime() > now.getTime() + WORTH_OFFERING_MS;

export interface NewAuthorization {
  readonly accountId: number;
  readonly platform: PlatformKey;
  /** Line that the first payment renews; undefined if it creates one. */
  readonly line: Pick<Line, 'id' | 'expiresAt'> | undefined;
  /** Order of a stranger. The authorization gets its line when the payment has delivered one. */
  readonly sale?: SaleOrder;
  readonly receiver: string;
  readonly payer: NewPayer;
}

export async function insertAuthorization(
  ctx: AppContext,
  tx: Tx,
  rows: NewAuthorization,
): Promise<Authorization> {
  const now = ctx.clock.now();
  const { accountId, platform, line, sale, receiver, payer } = rows;
  const account = (await openRecurring(ctx, accountId)) ?? refuse('recurring_not_offered');
  const { anchorDay, firstDueOn } = planFirstMonth(ctx, line);
  const chargeId = await insertFirstCharge(ctx, tx, { ...rows, account, anchorDay });
  const mask = maskCpf(payer.cpf);
  const search = `${payer.name} ${mask.replace(/\D/g, '')} ${payer.cpf.slice(3, 9)}`;
  const row = await tx.first<Authorization>(sql`
    insert into pix_authorizations as pa (account_id, line_id, order_id, platform, provider, collector, contract_id,
      payer_name, cpf_mask, months, cents, credits, anchor_day, starts_on, allows_retries, receiver, code_expires_at,
      created_at, check_at, search, first_charge_id)
    values (${accountId}, ${sale ? null : line!.id}, ${sale ? chargeId : null}, ${platform}, ${account.name},
      ${account.collector}, ${newContractId(line?.id ?? 0)}, ${payer.name}, ${mask}, 1, ${payer.cents}, ${payer.credits},
      ${anchorDay}, ${firstDueOn}::date, true, ${receiver}, ${new Date(now.getTime() + CODE_MS)}, ${now},
      ${new Date(now.getTime() + WORTH_OFFERING_MS)}, fold(${search}), ${chargeId})
    returning ${authorizationColumns}`);
  await tx.run(sql`update charges set authorization_id = ${row!.id} where id = ${chargeId}`);
  return row!;
}

interface FirstCharge extends NewAuthorization {
  readonly account: RecurringAccount;
  readonly anchorDay: number;
}

async function insertFirstCharge(
  { clock }: AppContext,
  tx: Tx,
  { accountId, line, sale, payer, account, anchorDay }: FirstCharge,
): Promise<number> {
  const now = clock.now();
  const { cents, credits } = payer;
  const lineId = line?.id ?? null;
  const external = newDebitReference(account, { accountId, lineId, credits, sale });
  const expiresAt = new Date(now.getTime() + CODE_MS + CHARGE_MARGIN_MS);
  const charge = await tx.first<{ id: number }>(sql`
    insert into charges (purpose, account_id, line_id, months, credits, cents, method, provider, collector,
      external_reference, created_at, expires_at, check_at, anchor_day)
    values (${sale ? 'sale' : 'renewal'}, ${accountId}, ${lineId}, 1, ${credits}, ${cents}, 'pix', ${account.name},
      ${account.collector}, ${external}, ${now}, ${expiresAt}, ${new Date(now.getTime() + 2 * MINUTE_MS)}, ${anchorDay})
    returning id`);
  const { id } = charge!;
  if (sale) await insertSaleOrder(tx, { id, accountId, lineId, createdAt: now }, sale);
  return id;
}

/** Sent to the payer's bank. */
const newContractId = (lineId: number): string => `R${lineId}X${randomBytes(8).toString('hex')}`;
