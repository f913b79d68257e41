/**
 * Daily job: reads the prices again, warns the owners of expiring hostnames, and renews names with
 * automatic renewal fifteen days before they expire.
 */
import { Refusal } from '@ramal/contract/api/errors';
import { DAY_MS } from '@ramal/contract/rules/durations';
import sql from 'sql-template-tag';
import { type EventOrigin, recordEvent } from '../../events/events.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import type { Job } from '../../foundation/jobs.ts';
import { parseExtension } from '../registrars/registrar.ts';
import { type Registrars, getRegistrars } from '../registrars/registrars.ts';
import { advanceAtOnce } from './create-hostname.ts';
import { offerCredits } from './offers.ts';
import { refuseConcurrentRenewal, renewalPrice, reserveRenewal } from './renew-hostname.ts';

const AHEAD_DAYS = 15;
/**
 * Days after the expiry from which a hostname counts as lost. No registrar allows a renewal so long
 * after the expiry.
 */
const LOST_DAYS = 60;
const MAX_PER_DAY = 1_000;
/**
 * Days before the expiry at which an owner is warned. For a name with automatic renewal the warning
 * comes before the payment.
 */
const WARNED_AT = [30, 15, 7, 3, 1];
const WARNED_OF_RENEWAL_AT = [AHEAD_DAYS + 7];

const origin: EventOrigin = { ip: null, requestId: 'hostnames' };

interface Ending {
  readonly id: number;
  readonly name: string;
  readonly ownerId: number;
  readonly expiresAt: Date;
  readonly renewsItself: boolean;
  readonly renewCents: number | null;
  readonly warnedDays: number | null;
  /** Null for a name of an admin, who pays no credits. */
  readonly balance: number | null;
}

export async function warnOfExpiries({ db, clock, config }: AppContext): Promise<void> {
  const now = clock.now();
  const ending = await db.many<Ending>(sql`
    select h.id, h.name, h.owner_id, h.expires_at, h.renews_itself,
      h.renew_cents::int as renew_cents, h.warned_days,
      (select balance::int from wallets w where w.account_id = h.owner_id and w.kind = 'balance'
        and a.profile <> 'admin') as balance
    from hostnames h join accounts a on a.id = h.owner_id
    where h.removed_at is null and h.state = 'active' and h.expires_at > ${now}
      and h.expires_at < ${new Date(now.getTime() + WARNED_AT[0]! * DAY_MS)} and a.deleted_at is null
    order by h.expires_at limit ${MAX_PER_DAY}`);
  for (const hostname of ending) {
    const days = Math.ceil((hostname.expiresAt.getTime() - now.getTime()) / DAY_MS);
    const steps = hostname.renewsItself ? WARNED_OF_RENEWAL_AT : WARNED_AT;
    const step = steps.findLast((at) => days <= at);
    if (step === undefined || (hostname.warnedDays !== null && hostname.warnedDays <= step))
      continue;
    const cost = hostname.renewCents === null ? 0 : offerCredits(config, hostname.renewCents) * 100;
    await db.tx(async (tx) => {
      await tx.run(sql`update hostnames set warned_days = ${step} where id = ${hostname.id}`);
      await recordEvent(tx, origin, {
        kind: hostname.renewsItself ? 'hostname-renewal-ahead' : 'hostname-ending',
        actorId: null,
        accountId: hostname.ownerId,
        after: {
          name: hostname.name,
          days,
          ...(hostname.renewsItself && hostname.balance !== null
            ? { cost, balance: hostname.balance, isShort: hostname.balance < cost }
            : {}),
        },
      });
    });
  }
}

export async function renewDueHostnames(ctx: AppContext, registrars: Registrars): Promise<void> {
  const now = ctx.clock.now();
  const due = await ctx.db.many<{ id: number }>(sql`
    select id from hostnames
    where renews_itself and removed_at is null and state = 'active' and registrar is not null
      and expires_at < ${dueBefore(now)} and expires_at > ${new Date(now.getTime() - LOST_DAYS * DAY_MS)}
      and (renewal_failed_at is null or renewal_failed_at < ${new Date(now.getTime() - DAY_MS / 2)})
    order by expires_at limit ${MAX_PER_DAY}`);
  for (const { id } of due)
    try {
      await renewOne(ctx, registrars, id);
    } catch (error) {
      ctx.log.error({ err: error, hostname: id }, 'a hostname could not be renewed');
    }
}

const dueBefore = (now: Date): Date => new Date(now.getTime() + AHEAD_DAYS * DAY_MS);

/**
 * Renews one hostname. If no order can be sent, the reason is shown to the owner. The renewal is
 * tried again the next day.
 */
async function renewOne(ctx: AppContext, registrars: Registrars, id: number): Promise<void> {
  const which = sql`h.id = ${id} and h.renews_itself`;
  try {
    const cents = await renewalPrice(ctx, registrars, which);
    const purchase = await refuseConcurrentRenewal(() =>
      ctx.db.tx((tx) =>
        reserveRenewal(ctx, tx, { which, cents, orderer: { actorId: null, origin } }),
      ),
    );
    if ((await advanceAtOnce(ctx, registrars, purchase)) === 'refunded')
      await noteFailure(ctx, id, 'O registrador recusou o pedido, e os créditos voltaram.');
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.code === 'hostname_renewing' || error.code === 'hostname_not_found') return;
    await noteFailure(ctx, id, failures[error.code] ?? error.message);
  }
}

const failures: Partial<Record<string, string>> = {
  insufficient_credits: 'Faltam créditos.',
  registrar_without_funds: 'O registrador está sem saldo.',
  registrar_silent: 'O registrador não respondeu.',
};

/**
 * Stores the reason of a failed renewal, unless the name was renewed outside the panel in the
 * meantime.
 */
const noteFailure = ({ db, clock }: AppContext, id: number, reason: string): Promise<number> =>
  db.tx((tx) =>
    tx.run(sql`
      with failed as (
        update hostnames set renewal_failed_at = ${clock.now()}, renewal_failure = ${reason}
        where id = ${id} and expires_at < ${dueBefore(clock.now())}
        returning name, owner_id
      )
      insert into events (at, kind, account_id, after, request, source)
      select ${clock.now()}, 'hostname-renewal-failed', owner_id,
        jsonb_build_object('name', name, 'reason', ${reason}::text), ${origin.requestId}, 4
      from failed`),
  );

/**
 * Reads the price of each extension in use once a day. If the registrar does not answer,
 * yesterday's prices remain.
 */
export async function refreshPrices(ctx: AppContext, registrars: Registrars): Promise<void> {
  const names = await ctx.db.many<{ name: string; registrar: 'sandbox' | 'namesilo' }>(sql`
    select distinct on (registrar, substring(name from '[^.]+$')) name, registrar
    from hostnames where registrar is not null and removed_at is null`);
  for (const { name, registrar: kind } of names) {
    const cents = await (await registrars.get(kind)).renewCents(name);
    if (cents !== undefined)
      await ctx.db.tx((tx) =>
        tx.run(sql`
          update hostnames set renew_cents = ${cents}
          where registrar = ${kind} and name like ${`%.${parseExtension(name)}`} and renew_cents is distinct from ${cents}`),
      );
  }
}

/** Runs at 5:00 in São Paulo. */
export const renewHostnames: Job = {
  name: 'renew-hostnames',
  schedule: '0 8 * * *',
  work: async (ctx) => {
    const registrars = getRegistrars(ctx);
    await refreshPrices(ctx, registrars).catch((error: unknown) =>
      ctx.log.warn({ err: error }, 'prices of hostnames could not be read'),
    );
    await warnOfExpiries(ctx);
    await renewDueHostnames(ctx, registrars);
  },
};
