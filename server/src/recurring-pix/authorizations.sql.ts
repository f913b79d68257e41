/** Reads and locks authorizations and the cycles of their months. */
import type { AuthorizationEnd } from '@ramal/contract/rules/payments/recurring-pix';
import sql, { type Sql } from 'sql-template-tag';
import type { Reader, Tx } from '../foundation/database.ts';

export interface Authorization {
  readonly id: number;
  readonly reference: string;
  readonly accountId: number;
  /** Null until the first payment of an order has delivered a line. */
  readonly lineId: number | null;
  /** Id of the order, which is that of its charge. Null for an authorization with a line. */
  readonly orderId: number | null;
  readonly provider: 'asaas' | 'sandbox';
  readonly collector: string;
  readonly contractId: string;
  readonly customerId: string | null;
  readonly providerId: string | null;
  readonly payerName: string;
  readonly cpfMask: string;
  readonly months: 1;
  readonly cents: number;
  /** Hundredths of a credit that each renewal costs. */
  readonly credits: number;
  readonly anchorDay: number;
  /** yyyy-mm-dd. */
  readonly startsOn: string;
  readonly allowsRetries: boolean;
  /** Registered name of the company that receives. */
  readonly receiver: string;
  readonly state:
    | 'preparing'
    | 'created'
    | 'active'
    /** The end was decided, and the provider must still confirm it. */
    | 'ending'
    | 'refused'
    | 'cancelled'
    | 'expired';
  readonly endReason: AuthorizationEnd | null;
  readonly endedAt: Date | null;
  readonly endRequestedAt: Date | null;
  readonly firstChargeId: number | null;
  readonly codeExpiresAt: Date;
  readonly createdAt: Date;
  readonly authorizedAt: Date | null;
  readonly readAt: Date | null;
  /** yyyy-mm-dd; null if no debit is planned. */
  readonly nextDueOn: string | null;
  readonly isRefused: boolean;
}

export const authorizationColumns: Sql = sql`
  pa.id, pa.reference, pa.account_id, pa.line_id, pa.order_id, pa.provider, pa.collector, pa.contract_id, pa.customer_id, pa.provider_id,
  pa.payer_name, pa.cpf_mask, pa.months, pa.cents, pa.credits, pa.anchor_day,
  to_char(pa.starts_on, 'YYYY-MM-DD') as starts_on, pa.allows_retries, pa.receiver, pa.state, pa.end_reason,
  pa.ended_at, pa.end_requested_at, pa.first_charge_id, pa.code_expires_at, pa.created_at, pa.authorized_at,
  pa.read_at, to_char(pa.next_due_on, 'YYYY-MM-DD') as next_due_on, pa.is_refused`;

/** Authorization with a line, which may become active. */
export type LineAuthorization = Authorization & { readonly lineId: number };

export const hasLine = (authorization: Authorization): authorization is LineAuthorization =>
  authorization.lineId !== null;

export const findAuthorization = (reader: Reader, id: number): Promise<Authorization | undefined> =>
  reader.first(sql`select ${authorizationColumns} from pix_authorizations pa where pa.id = ${id}`);

export const findByProviderId = (
  reader: Reader,
  accountId: number,
  providerId: string,
): Promise<Authorization | undefined> =>
  reader.first(sql`
    select ${authorizationColumns} from pix_authorizations pa
    where pa.account_id = ${accountId} and pa.provider_id = ${providerId}`);

/** Locks an authorization. Lock its line first. */
export const lockAuthorization = async (tx: Tx, id: number): Promise<Authorization> =>
  (await tx.first<Authorization>(sql`
    select ${authorizationColumns} from pix_authorizations pa where pa.id = ${id} for no key update`))!;

/**
 * Locks the authorizations of a line in the states `preparing`, `created` and `active`, newest
 * first.
 */
export const lockOpenAuthorizations = (tx: Tx, lineId: number): Promise<Authorization[]> =>
  tx.many(sql`
    select ${authorizationColumns} from pix_authorizations pa
    where pa.line_id = ${lineId} and pa.state in ('preparing', 'created', 'active')
    order by pa.id desc for no key update`);

/** Charge of an authorization for one month. */
export interface Cycle {
  readonly id: number;
  readonly authorizationId: number;
  readonly accountId: number;
  readonly lineId: number;
  readonly collector: string;
  /** yyyy-mm-dd. */
  readonly dueOn: string;
  readonly triedOn: string;
  readonly lineExpiresAt: Date;
  readonly chargeId: number;
  readonly state: 'planned' | 'sent' | 'scheduled' | 'refused' | 'removing' | 'removed';
  readonly skipReason: SkipReason | null;
  readonly refusalCode: string | null;
  readonly refusedAt: Date | null;
  readonly notifiedRefusals: number;
  readonly sentAt: Date | null;
  /** This field and the following ones belong to the charge. */
  readonly reference: string;
  readonly providerId: string | null;
  readonly pixCode: string | null;
  readonly cents: number;
  readonly paidAt: Date | null;
  readonly chargeState: string;
}

export type SkipReason =
  | 'renewed-by-hand'
  | 'paid-by-hand'
  | 'ended'
  | 'too-late'
  | 'rejected'
  /** A renewal of the line was refunded after the cycle was planned. */
  | 'refunded'
  | 'unpaid'
  /** A person removed the charge in the panel of the provider. */
  | 'removed-at-provider';

export const cycleColumns: Sql = sql`
  c.id, c.authorization_id, a.account_id, a.line_id, a.collector, to_char(c.due_on, 'YYYY-MM-DD') as due_on,
  to_char(c.tried_on, 'YYYY-MM-DD') as tried_on, c.line_expires_at, c.charge_id, c.state, c.skip_reason,
  c.refusal_code, c.refused_at, c.notified_refusals, c.sent_at, coalesce(h.external_reference, h.reference::text) as reference, h.provider_id,
  h.pix_code, h.cents, h.paid_at, h.state as charge_state`;

export const cyclesFrom: Sql = sql`
  pix_cycles c join pix_authorizations a on a.id = c.authorization_id join charges h on h.id = c.charge_id`;

/**
 * Condition on a cycle `c` and its charge `h`: the charge is unpaid and not removed. While it is being
 * removed, its bank may still debit it although the charge is cancelled.
 */
export const isLiveCycle: Sql = sql`(c.state <> 'removed' and h.paid_at is null
  and (h.state = 'pending' or (c.state = 'removing' and h.state = 'cancelled')))`;

/**
 * Condition on a cycle `c` and its charge `h`: work at the provider remains. Includes cycles whose
 * charge a person cancelled there.
 */
export const isOpenCycle: Sql = sql`
  (${isLiveCycle} or c.state = 'removing' or (c.state <> 'removed' and h.state = 'cancelled' and h.paid_at is null))`;

export const findCycle = (reader: Reader, id: number): Promise<Cycle | undefined> =>
  reader.first(sql`select ${cycleColumns} from ${cyclesFrom} where c.id = ${id}`);

/** Returns the unpaid cycles of a line, oldest first. */
export const listLiveCycles = (reader: Reader, lineId: number): Promise<Cycle[]> =>
  reader.many(sql`
    select ${cycleColumns} from ${cyclesFrom}
    where a.line_id = ${lineId} and ${isLiveCycle} order by c.due_on, c.id`);
