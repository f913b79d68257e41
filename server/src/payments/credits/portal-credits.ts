/**
 * Credits for the portal: the second wallet of an account. The account moves whole credits between
 * its balance and this wallet. Source: V-52 to V-55, Q-PORTALCREDIT, Q-2FAGATE.
 */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { errorText, refuse } from '@ramal/contract/api/errors';
import type {
  creditPortal,
  getPortalCredits as getDeclaration,
} from '@ramal/contract/payments/recharges';
import {
  hasWallet,
  lockWallets,
  moveCreditsCte,
  type OwnedWallet,
  readWallets,
  toCredits,
} from '../../credits/credits.ts';
import { insertEventCte } from '../../events/events.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import type { Actor } from '../../foundation/caller.ts';
import { combineCtes, type Tx } from '../../foundation/database.ts';
import type { Call } from '../../foundation/http/bind.ts';
import { runOncePerKey } from '../../foundation/idempotency.ts';
import { settleAccount } from '../confirm-charge.ts';

type Input = Call<typeof creditPortal>;
type Answer = HandlerResult<typeof creditPortal>;

export async function getPortalCredits(
  { db, config }: AppContext,
  { actor }: Call<typeof getDeclaration>,
): Promise<HandlerResult<typeof getDeclaration>> {
  const wallets = await readWallets(db, actor.id);
  return {
    credits: toCredits(wallets.balance),
    portalCredits: toCredits(wallets.portal),
    id: actor.id,
    tutorial: config.tutorialVideo ?? null,
  };
}

/** Refuses an account without a second factor, which may not write on this screen (Q-2FAGATE). */
export function requireSecondFactor({ hasSecondFactor }: Actor): void {
  if (!hasSecondFactor) refuse('second_factor_required');
}

/** Moves credits to the portal and settles the renewals that waited for them at once. */
export async function creditThePortal(ctx: AppContext, input: Input): Promise<Answer> {
  const answer = await moveOnce(ctx, input, 'portal');
  await settleAccount(ctx, input.actor.id);
  return answer;
}

export const returnFromPortal = (ctx: AppContext, input: Input): Promise<Answer> =>
  moveOnce(ctx, input, 'balance');

function moveOnce(ctx: AppContext, input: Input, to: OwnedWallet['kind']): Promise<Answer> {
  const { actor, body } = input;
  if (!hasWallet(actor)) refuse(to === 'portal' ? 'admin_no_recharge' : 'admin_no_return');
  if (body.idRes !== actor.id) refuse('forbidden');
  requireSecondFactor(actor);
  return ctx.db.tx((tx) => runOncePerKey(tx, input, () => move(tx, input, to)));
}

async function move(tx: Tx, input: Input, to: OwnedWallet['kind']): Promise<Answer> {
  const amount = input.body.qtdCreditos * 100;
  const wallets = await lockWallets(tx, [input.actor.id]);
  const [balance, portal] = (['balance', 'portal'] as const).map((kind) =>
    wallets.find((wallet) => wallet.kind === kind),
  );
  if (!balance || !portal) return refuse('forbidden');
  const isForPortal = to === 'portal';
  const [source, target] = isForPortal ? [balance, portal] : [portal, balance];
  if (source.balance < amount) {
    const code = isForPortal ? 'portal_credit_exceeds' : 'portal_return_exceeds';
    refuse(code, { fields: { qtdCreditos: errorText(code) } });
  }
  const reason = isForPortal ? 'portal-credited' : 'portal-returned';
  await tx.run(
    combineCtes({
      ...moveCreditsCte(input, {
        from: source,
        to: target,
        amount,
        cause: { reason, accountId: input.actor.id },
      }),
      event: insertEventCte(input.requestMeta, {
        kind: isForPortal ? 'portal-credited' : 'portal-returned',
        actorId: input.actor.id,
        after: { hundredths: amount },
      }),
    }),
  );
  const change = isForPortal ? amount : -amount;
  return {
    message: isForPortal ? 'Créditos passados para o portal' : 'Créditos devolvidos',
    credits: toCredits(balance.balance - change),
    portalCredits: toCredits(portal.balance + change),
    id: input.actor.id,
  };
}
