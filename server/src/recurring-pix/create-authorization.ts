/**
 * Creates an authorization with its code. The rows are stored before the request to the provider. A code
 * whose answer was lost is never shown, so nobody can pay it.
 */
import { randomBytes } from 'node:crypto';
import { refuse } from '@ramal/contract/api/errors';
import { extendByMonths } from '@ramal/contract/rules/payments/calendar-months';
import { maskCpf } from '@ramal/contract/rules/payments/documents';
import { MINUTE_MS } from '@ramal/contract/rules/durations';
import { DUE_DAYS_BEFORE, refusalTexts } from '@ramal/contract/rules/payments/recurring-pix';
import sql from 'sql-template-tag';
import type { AppContext } from '../foundation/app-context.ts';
import { addDays, localDay } from '../foundation/clock.ts';
import type { Reader, Tx } from '../foundation/database.ts';
import { ProviderError } from '../foundation/provider-error.ts';
import { type Line, lockLineToRenew } from '../lines/lines.ts';
import {
  type CreatedAuthorization,
  NO_RECURRING_PERMISSION,
  storeKeyRefusal,
  toRefusalReason,
} from '../payments/payments.ts';
import {
  type Authorization,
  authorizationColumns,
  type Cycle,
  findAuthorization,
  listLiveCycles,
  lockOpenAuthorizations,
} from './authorizations.sql.ts';
import { requestEnd } from './end-authorization.ts';
import { newDebitReference, openRecurring, readOfferedReceiver } from './recurring-account.ts';
import { isAtBank } from './scheme-days.ts';

export interface NewPayer {
  readonly name: string;
  /** Eleven digits. */
  readonly cpf: string;
  readonly cents: number;
  readonly credits: number;
}

const CODE_MS = 30 * MINUTE_MS;
/** A code with less remaining time than this is not offered again. */
const WORTH_OFFERING_MS = 5 * MINUTE_MS;
/** The charge accepts the payment a little longer than the code, for slow banks. */
const CHARGE_MARGIN_MS = 5 * MINUTE_MS;

/**
 * First month of an authorization: the renewal that the first payment makes, and the first debit
 * after it.
 */
export interface FirstMonth {
  readonly expiresAt: Date;
  readonly anchorDay: number;
  /** yyyy-mm-dd. */
  readonly firstDueOn: string;
}

export function planFirstMonth({ clock }: AppContext, line: Pick<Line, 'expiresAt'>): FirstMonth {
  const { timeZone } = clock;
  const anchorDay = Number(localDay(line.expiresAt, timeZone).slice(8));
  const renewal = extendByMonths({ ...line, anchorDay }, 1, clock.now(), timeZone);
  const firstDueOn = addDays(localDay(renewal.expiresAt, timeZone), -DUE_DAYS_BEFORE);
  return { expiresAt: renewal.expiresAt, anchorDay: renewal.anchorDay, firstDueOn };
}

export async function createAuthorization(
  ctx: AppContext,
  lineId: number,
  payer: NewPayer,
): Promise<Authorization> {
  const { authorization, isNew } = await ctx.db.tx((tx) => store(ctx, tx, lineId, payer));
  if (isNew) await createAtProvider(ctx, authorization, payer);
  return (await findAuthorization(ctx.db, authorization.id))!;
}

async function store(
  ctx: AppContext,
  tx: Tx,
  lineId: number,
  payer: NewPayer,
): Promise<{ readonly authorization: Authorization; readonly isNew: boolean }> {
  const now = ctx.clock.now();
  const line = (await lockLineToRenew(tx, lineId, now)) ?? refuse('recurring_not_offered');
  const receiver = await readOfferedReceiver(ctx, line.ownerId);
  if (!receiver || line.blockedForAbuseAt) return refuse('recurring_not_offered');
  const running = await listLiveCycles(tx, line.id);
  const codeUntil = new Date(now.getTime() + CODE_MS + CHARGE_MARGIN_MS);
  const isAtBankSoon = ({ state, triedOn }: Cycle): boolean =>
    state !== 'refused' && (isAtBank(triedOn, now) || isAtBank(triedOn, codeUntil));
  if (running.some(isAtBankSoon)) refuse('debit_running');
  for (const open of await lockOpenAuthorizations(tx, line.id)) {
    const isSame = open.cents === payer.cents;
    if (open.state === 'active' && isSame && !(await isRefusedForGood(tx, open)))
      refuse('authorization_exists');
    if (open.state === 'active') continue;
    const isOfferable = open.codeExpiresAt.getTime() > now.getTime() + WORTH_OFFERING_MS;
    if (open.state === 'created' && isSame && isOfferable && open.cpfMask === maskCpf(payer.cpf))
      return { authorization: open, isNew: false };
    await requestEnd(tx, open, { reason: 'not-authorized', now });
  }
  return { authorization: await insert(ctx, tx, { line, receiver, payer }), isNew: true };
}

/**
 * True if the bank refused the current month for a reason that no retry changes, such as a closed
 * account. The customer then authorises again with another account.
 */
export async function isRefusedForGood(
  reader: Reader,
  { lineId, isRefused }: Authorization,
): Promise<boolean> {
  if (!isRefused) return false;
  return (await listLiveCycles(reader, lineId)).some(
    ({ state, refusalCode }) =>
      state === 'refused' && !refusalTexts[toRefusalReason(refusalCode ?? '')].isRetried,
  );
}

interface NewRows {
  readonly line: Line;
  readonly receiver: string;
  readonly payer: NewPayer;
}

async function insert(
  ctx: AppContext,
  tx: Tx,
  { line, receiver, payer }: NewRows,
): Promise<Authorization> {
  const now = ctx.clock.now();
  const account = (await openRecurring(ctx, line.ownerId)) ?? refuse('recurring_not_offered');
  const { anchorDay, firstDueOn } = planFirstMonth(ctx, line);
  const mask = maskCpf(payer.cpf);
  const search = `${payer.name} ${mask.replace(/\D/g, '')} ${payer.cpf.slice(3, 9)}`;
  const row = await tx.first<Authorization>(sql`
    insert into pix_authorizations as pa (account_id, line_id, platform, provider, collector, contract_id, payer_name, cpf_mask,
      months, cents, credits, anchor_day, starts_on, allows_retries, receiver, code_expires_at, created_at, check_at,
      search)
    values (${line.ownerId}, ${line.id}, ${line.platform}, ${account.name}, ${account.collector}, ${contractId(line.id)},
      ${payer.name}, ${mask}, 1, ${payer.cents}, ${payer.credits}, ${anchorDay}, ${firstDueOn}::date, true, ${receiver},
      ${new Date(now.getTime() + CODE_MS)}, ${now}, ${new Date(now.getTime() + WORTH_OFFERING_MS)}, fold(${search}))
    returning ${authorizationColumns}`);
  const expiresAt = new Date(now.getTime() + CODE_MS + CHARGE_MARGIN_MS);
  const external = newDebitReference(account, line.id, payer.credits);
  const charge = await tx.first<{ id: number }>(sql`
    insert into charges (purpose, account_id, line_id, months, credits, cents, method, provider, collector,
      external_reference, created_at, expires_at, check_at, authorization_id, anchor_day)
    values ('renewal', ${line.ownerId}, ${line.id}, 1, ${payer.credits}, ${payer.cents}, 'pix', ${account.name},
      ${account.collector}, ${external}, ${now}, ${expiresAt}, ${new Date(now.getTime() + 2 * MINUTE_MS)},
      ${row!.id}, ${anchorDay})
    returning id`);
  await tx.run(
    sql`update pix_authorizations set first_charge_id = ${charge!.id} where id = ${row!.id}`,
  );
  return { ...row!, firstChargeId: charge!.id };
}

const contractId = (lineId: number): string => `R${lineId}X${randomBytes(8).toString('hex')}`;

async function createAtProvider(
  ctx: AppContext,
  authorization: Authorization,
  payer: NewPayer,
): Promise<void> {
  const account = (await openRecurring(ctx, authorization.accountId))!;
  try {
    const created = await account.provider.createAuthorization({
      reference: authorization.reference,
      contractId: authorization.contractId,
      payerName: payer.name,
      cpf: payer.cpf,
      cents: authorization.cents,
      startsOn: authorization.startsOn,
      description: 'Renovação mensal',
      allowsRetries: authorization.allowsRetries,
      codeSeconds: CODE_MS / 1000,
    });
    if (await storeCreated(ctx, authorization, created)) return;
    // Another request replaced this authorization in the meantime, so its code is not shown.
    await account.provider.endAuthorization(created.providerId);
    refuse('authorization_not_prepared');
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    await abandon(ctx, authorization, error);
    if (isPayerRefusal(error))
      refuse('payer_refused', { fields: { cpf: 'Este CPF não confere. Veja os números.' } });
    refuse('authorization_not_prepared');
  }
}

/** Stores the code. Returns false if the authorization is not waiting for it any more. */
const storeCreated = (
  { db }: AppContext,
  { id, firstChargeId }: Authorization,
  created: CreatedAuthorization,
): Promise<boolean> =>
  db.tx(async (tx) => {
    const stored = await tx.run(sql`
      update pix_authorizations set state = 'created', provider_id = ${created.providerId},
        customer_id = ${created.customerId}, conciliation_id = ${created.conciliationId}
      where id = ${id} and state = 'preparing'`);
    if (stored === 0) return false;
    await tx.run(sql`
      update charges set provider_id = ${created.firstPaymentId}, pix_code = ${created.pixCode}
      where id = ${firstChargeId}`);
    return true;
  });

/** Codes of the provider's errors are generic, so the text decides. */
const isPayerRefusal = (error: ProviderError): boolean =>
  error.kind === 'rejected' && /cpf/i.test(`${error.code ?? ''} ${error.message}`);

/** Ends an authorization without a code, and stores a problem of the key for the seller. */
async function abandon(
  ctx: AppContext,
  { id, accountId, firstChargeId }: Authorization,
  error: ProviderError,
): Promise<void> {
  ctx.log.warn({ authorization: id, problem: error.message }, 'an authorization was not created');
  const now = ctx.clock.now();
  await ctx.db.tx(async (tx) => {
    await tx.run(sql`
      update pix_authorizations set state = 'refused', end_reason = 'not-authorized', ended_at = ${now}, check_at = null
      where id = ${id} and state = 'preparing'`);
    await tx.run(sql`
      update charges set state = 'cancelled', check_at = null, reason = 'Cancelado'
      where id = ${firstChargeId} and state = 'pending' and provider_id is null`);
  });
  if (error.kind === 'unauthorized')
    await storeKeyRefusal(ctx, accountId, error, NO_RECURRING_PERMISSION);
}
