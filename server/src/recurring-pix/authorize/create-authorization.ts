/** Creates an authorization of a line with its code. */
import { refuse } from '@ramal/contract/api/errors';
import { refusalTexts } from '@ramal/contract/rules/payments/recurring-pix';
import type { AppContext } from '../../foundation/app-context.ts';
import type { Reader, Tx } from '../../foundation/database.ts';
import { lockLineToRenew } from '../../lines/lines.ts';
import { toRefusalReason } from '../../payments/payments.ts';
import {
  type Authorization,
  type Cycle,
  findAuthorization,
  listLiveCycles,
  lockOpenAuthorizations,
} from '../authorizations.sql.ts';
import { requestEnd } from '../end-authorization.ts';
import {
  CHARGE_MARGIN_MS,
  CODE_MS,
  insertAuthorization,
  isSameCode,
  type NewPayer,
} from './insert-authorization.ts';
import { readOfferedReceiver } from '../recurring-account.ts';
import { requestCode } from './request-code.ts';
import { isAtBank } from '../scheme-days.ts';

export async function createAuthorization(
  ctx: AppContext,
  lineId: number,
  payer: NewPayer,
): Promise<Authorization> {
  const { authorization, isNew } = await ctx.db.tx((tx) => store(ctx, tx, lineId, payer));
  if (isNew) await requestCode(ctx, authorization, payer);
  return (await findAuthorization(ctx.db, authorization.id))!;
}

export interface StoredAuthorization {
  readonly authorization: Authorization;
  readonly isNew: boolean;
}

async function store(
  ctx: AppContext,
  tx: Tx,
  lineId: number,
  payer: NewPayer,
): Promise<StoredAuthorization> {
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
    if (isSameCode(open, payer, now)) return { authorization: open, isNew: false };
    await requestEnd(tx, open, { reason: 'not-authorized', now });
  }
  const { ownerId: accountId, platform } = line;
  const rows = { accountId, platform, line, receiver, payer };
  return { authorization: await insertAuthorization(ctx, tx, rows), isNew: true };
}

/**
 * True if the bank refused the current month for a reason that no retry changes, such as a closed
 * account. The customer then authorises again with another account.
 */
export async function isRefusedForGood(
  reader: Reader,
  { lineId, isRefused }: Authorization,
): Promise<boolean> {
  if (!isRefused || lineId === null) return false;
  return (await listLiveCycles(reader, lineId)).some(
    ({ state, refusalCode }) =>
      state === 'refused' && !refusalTexts[toRefusalReason(refusalCode ?? '')].isRetried,
  );
}
