/** Describes an order for the page of its visitor. */
import type { StorefrontOrder } from '@ramal/contract/storefront/orders';
import { fromHundredths } from '@ramal/contract/rules/money';
import { getPlanTerm, planLabel } from '@ramal/contract/rules/plans';
import { extendExpiry } from '@ramal/contract/rules/terms';
import sql from 'sql-template-tag';
import type { AppContext } from '../../foundation/app-context.ts';
import type { RequestMeta } from '../../foundation/caller.ts';
import { unixSeconds } from '../../foundation/clock.ts';
import type { Line } from '../../lines/lines.ts';
import type { Charge } from '../../payments/payments.ts';
import { chargeOnWire, sessionKey, toCustomerState } from '../../portal/portal.ts';
import {
  type Authorization,
  findAuthorization,
  getDueDay,
  planFirstMonth,
} from '../../recurring-pix/recurring-pix.ts';
import { readTerms } from '../../referrals/referrals.ts';
import { findSellerLine, mayShowAccess, readCredentials } from '../visitors/test-answer.ts';

interface ShownOrder {
  readonly charge: Charge;
  /** Name of the receiver of the money. */
  readonly receiver: string;
  /** Key of the order. It keeps the expiry and the version of its creation. */
  readonly key: { readonly text: string; readonly version: number };
  readonly requestMeta: RequestMeta;
}

export async function describeOrder(
  ctx: AppContext,
  { charge, receiver, key, requestMeta }: ShownOrder,
): Promise<StorefrontOrder> {
  const { accountId, lineId, paidAt, settledAt } = charge;
  const months = charge.months!;
  const now = ctx.clock.now();
  const line = lineId === null ? undefined : await findSellerLine(ctx, accountId, lineId);
  const isReady = charge.state === 'settled' && line !== undefined;
  const isShown =
    line !== undefined &&
    mayShowAccess(ctx, line, { version: key.version, since: settledAt ?? now });
  const days = getPlanTerm(months).days + charge.bonusDays;
  const authorization =
    charge.authorizationId === null
      ? undefined
      : await findAuthorization(ctx.db, charge.authorizationId);
  const paidUntil = authorization
    ? planFirstMonth(ctx, line).expiresAt
    : extendExpiry(line?.expiresAt ?? now, days, now, ctx.clock.timeZone);
  return {
    key: key.text,
    charge: {
      ...chargeOnWire(charge),
      // The charge accepts a payment longer than the bank accepts the code.
      expiresAt: unixSeconds(authorization?.codeExpiresAt ?? charge.expiresAt),
    },
    offer: { label: planLabel(months), months, priceCents: charge.listCents ?? charge.cents },
    receiver,
    testUsername: isShown && (await isOfTest(ctx, charge)) ? line.username : null,
    wouldExpireTimestamp: paidAt === null ? unixSeconds(paidUntil) : null,
    state: toOrderState(charge, isReady),
    line: isReady
      ? {
          expiresTimestamp: unixSeconds(line.expiresAt),
          credentials: isShown ? await readCredentials(ctx, line, requestMeta) : null,
          portalKey: isShown ? sessionKey(ctx, line) : null,
          ...(await readReward(ctx, accountId)),
        }
      : null,
    receipt: paidAt === null ? null : { number: charge.id, paidTimestamp: unixSeconds(paidAt) },
    authorization: authorization ? describe(ctx, authorization, isReady ? line : undefined) : null,
  };
}

/** A payment after midnight, or one that waited for credits, moves the first debit. */
function describe(
  { clock }: AppContext,
  authorization: Authorization,
  line: Line | undefined,
): StorefrontOrder['authorization'] {
  const { cents, receiver, startsOn } = authorization;
  const dueOn = line && getDueDay(line.expiresAt, clock.timeZone);
  const firstDueOn = dueOn !== undefined && dueOn > startsOn ? dueOn : startsOn;
  return {
    state: toCustomerState(authorization),
    value: fromHundredths(cents),
    receiver,
    dueDay: Number(firstDueOn.slice(8)),
    firstDueOn,
  };
}

/** Returns the reward for a referred friend. */
async function readReward({ db }: AppContext, accountId: number) {
  const { isOn, referrerDays, referrerPercent } = await readTerms(db, accountId);
  return {
    rewardDays: isOn && referrerDays > 0 ? referrerDays : null,
    rewardPercent: isOn ? referrerPercent : 0,
  };
}

const isOfTest = async ({ db }: AppContext, { id }: Charge): Promise<boolean> =>
  (await db.first(sql`select from sale_orders where charge_id = ${id} and is_after_test`)) !==
  undefined;

function toOrderState({ state, reason }: Charge, isReady: boolean): StorefrontOrder['state'] {
  if (isReady) return 'ready';
  if (state === 'pending') return 'waiting';
  // The reason of a paid charge says what the seller must do before the line is delivered.
  if (state === 'paid') return reason === null ? 'preparing' : 'held';
  return state === 'settled' ? 'held' : 'ended';
}
