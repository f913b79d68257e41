/** Describes an authorization for the customer: its payments, the next debit and a refused one. */
import type { PortalAuthorization } from '@ramal/contract/portal/portal-authorizations';
import { extendByMonths } from '@ramal/contract/rules/payments/calendar-months';
import { fromHundredths } from '@ramal/contract/rules/money';
import { BANK_NOTICE_DAYS, refusalTexts } from '@ramal/contract/rules/payments/recurring-pix';
import sql from 'sql-template-tag';
import type { AppContext } from '../foundation/app-context.ts';
import { addDays, formatDate, unixSeconds } from '../foundation/clock.ts';
import type { Line } from '../lines/lines.ts';
import { type Charge, chargeColumns, toRefusalReason } from '../payments/payments.ts';
import {
  type Authorization,
  bankDay,
  type Cycle,
  cycleColumns,
  cyclesFrom,
  findNextDueDay,
  getDueDay,
  isRunning,
  listRetryDays,
  toCycleState,
} from '../recurring-pix/recurring-pix.ts';
import { chargeOnWire } from './portal-charges.ts';

interface ShownAuthorization {
  readonly line: Line;
  readonly authorization: Authorization;
  /** Current price of a month in cents; null without a price. */
  readonly priceCents: number | null;
}

const customerStates: Readonly<Record<Authorization['state'], PortalAuthorization['state']>> = {
  preparing: 'waiting',
  created: 'waiting',
  active: 'active',
  ending: 'ended',
  refused: 'refused',
  cancelled: 'ended',
  expired: 'ended',
};

/** The bank may authorise an order before the payment has delivered its line. */
export const toCustomerState = ({
  state,
  authorizedAt,
}: Pick<Authorization, 'state' | 'authorizedAt'>): PortalAuthorization['state'] =>
  state === 'created' && authorizedAt ? 'active' : customerStates[state];

export async function describePortalAuthorization(
  ctx: AppContext,
  { line, authorization, priceCents }: ShownAuthorization,
): Promise<PortalAuthorization> {
  const { db } = ctx;
  const [first, paid, cycle] = await Promise.all([
    db.first<Charge>(
      sql`select ${chargeColumns} from charges c where c.id = ${authorization.firstChargeId}`,
    ),
    db.first<Pick<Charge, 'id' | 'paidAt' | 'cents'>>(sql`
      select id, paid_at, cents from charges
      where authorization_id = ${authorization.id} and paid_at is not null order by paid_at desc limit 1`),
    db.first<Cycle>(sql`
      select ${cycleColumns} from ${cyclesFrom}
      where c.authorization_id = ${authorization.id} order by c.due_on desc, c.id desc limit 1`),
  ]);
  const isActive = authorization.state === 'active';
  const isRefused = isActive && cycle?.state === 'refused' && cycle.paidAt === null;
  const endedAt = authorization.endedAt ?? authorization.endRequestedAt;
  return {
    reference: authorization.reference,
    state: toCustomerState(authorization),
    // The charge accepts a payment longer than the bank accepts the code.
    charge: { ...chargeOnWire(first!), expiresAt: unixSeconds(authorization.codeExpiresAt) },
    value: fromHundredths(authorization.cents),
    receiver: authorization.receiver,
    payerName: authorization.payerName,
    cpf: authorization.cpfMask,
    dueDay: Number(authorization.startsOn.slice(8)),
    firstDueOn: authorization.startsOn,
    authorizedAt: authorization.authorizedAt && unixSeconds(authorization.authorizedAt),
    paid: paid
      ? {
          at: unixSeconds(paid.paidAt!),
          value: fromHundredths(paid.cents),
          isFirst: paid.id === authorization.firstChargeId,
        }
      : null,
    next: isActive
      ? isRefused
        ? debitAfter(ctx, line, authorization)
        : await nextDebit(ctx, line, authorization, cycle)
      : null,
    refusal: isRefused ? await refusedDebit(ctx, authorization, cycle) : null,
    endedAt: endedAt && unixSeconds(endedAt),
    endedBy: endedAt ? authorization.endReason : null,
    newValue:
      priceCents === null || priceCents === authorization.cents ? null : fromHundredths(priceCents),
  };
}

async function nextDebit(
  { db, clock }: AppContext,
  line: Line,
  authorization: Authorization,
  cycle: Cycle | undefined,
): Promise<PortalAuthorization['next']> {
  const now = clock.now();
  const { timeZone } = clock;
  const isOpen = cycle !== undefined && cycle.paidAt === null && cycle.chargeState === 'pending';
  const dueOn = isOpen
    ? cycle.triedOn
    : await findNextDueDay(db, authorization, line.expiresAt, { now, timeZone });
  if (dueOn === undefined) return null;
  const renewal = extendByMonths(
    { expiresAt: line.expiresAt, anchorDay: authorization.anchorDay },
    1,
    now,
    timeZone,
  );
  const isSkipped = cycle !== undefined && toCycleState(cycle) === 'skipped' && dueOn > cycle.dueOn;
  return {
    dueOn,
    state: isOpen ? toCycleState(cycle) : 'planned',
    noticeFrom: addDays(dueOn, -BANK_NOTICE_DAYS[0]),
    noticeUntil: addDays(dueOn, -BANK_NOTICE_DAYS[1]),
    renewedUntil: unixSeconds(renewal.expiresAt),
    isAtBank: isOpen && isRunning(cycle, now),
    isToday: isOpen && cycle.triedOn === bankDay(now),
    text:
      isSkipped && cycle.dueOn >= bankDay(now)
        ? `A cobrança de ${cycle.dueOn.slice(8)}/${cycle.dueOn.slice(5, 7)} não acontece: já está pago até ${formatDate(line.expiresAt, timeZone)}`
        : '',
  };
}

/**
 * Returns the debit of the month after a refused debit, assuming that the customer will still pay
 * the refused month.
 */
function debitAfter(
  { clock }: AppContext,
  { expiresAt }: Line,
  { anchorDay }: Authorization,
): PortalAuthorization['next'] {
  const { timeZone } = clock;
  const now = clock.now();
  const paid = extendByMonths({ expiresAt, anchorDay }, 1, now, timeZone);
  const renewed = extendByMonths(paid, 1, now, timeZone);
  const dueOn = getDueDay(paid.expiresAt, timeZone);
  return {
    dueOn,
    state: 'planned',
    noticeFrom: addDays(dueOn, -BANK_NOTICE_DAYS[0]),
    noticeUntil: addDays(dueOn, -BANK_NOTICE_DAYS[1]),
    renewedUntil: unixSeconds(renewed.expiresAt),
    isAtBank: false,
    isToday: false,
    text: '',
  };
}

interface RefusedTry {
  readonly dueOn: string;
  readonly refusalCode: string | null;
  readonly requestedAt: Date;
}

async function refusedDebit(
  { db, clock }: AppContext,
  authorization: Authorization,
  cycle: Cycle,
): Promise<PortalAuthorization['refusal']> {
  const now = clock.now();
  const tries = await db.many<RefusedTry>(sql`
    select to_char(due_on, 'YYYY-MM-DD') as due_on, refusal_code, requested_at from pix_tries
    where cycle_id = ${cycle.id} and state = 'refused' order by attempt`);
  const reason = toRefusalReason(cycle.refusalCode ?? '');
  const { customer, isRetried } = refusalTexts[reason];
  return {
    reason,
    text: customer,
    on: cycle.triedOn,
    tries: tries.map(({ dueOn, refusalCode, requestedAt }) => ({
      at: unixSeconds(requestedAt),
      on: dueOn,
      reason: toRefusalReason(refusalCode ?? ''),
    })),
    retriesOn: listRetryDays(cycle, authorization, now),
    mayPayNow: !isRunning(cycle, now),
    isFinal: !isRetried,
  };
}
