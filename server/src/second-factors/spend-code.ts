/**
 * A fresh code for one sensitive act: six digits of the authenticator, each step good once, or the
 * confirmation a passkey's answer was exchanged for, good once within its minute. A recovery code is
 * none: it opens the panel for whoever lost the device, and authorises nothing in its place.
 */
import { createHash } from 'node:crypto';
import { refuse } from '@ramal/contract/errors';
import sql from 'sql-template-tag';
import { recording } from '../events/events.ts';
import type { Origin } from '../foundation/actor.ts';
import type { House } from '../foundation/house.ts';
import type { Keeper } from '../foundation/http/bind.ts';
import { makeProving } from './proving.ts';
import { takeCode } from './totp.ts';

export function makeSpendCode(house: House): Keeper['spendCode'] {
  const proving = makeProving(house);
  return async (actor, code, origin) => {
    if (code === undefined)
      refuse('code_2fa_missing', { fields: { code_2fa: 'Código 2FA não informado!' } });
    await proving.spend(actor.id);
    const by = /^\d{6}$/.test(code) ? 'code' : 'passkey';
    const spend = by === 'code' ? spendTotp : spendConfirmation;
    const spent = await spend(house, actor.id, code);
    await recordProof(house, actor.id, origin, by, spent);
    if (!spent) refuse('code_2fa_wrong');
    await proving.giveBack(actor.id);
  };
}

/** What was shown and whether it was right; never the thing itself. */
export async function recordProof(
  house: House,
  accountId: number,
  origin: Origin,
  by: 'code' | 'passkey',
  isRight: boolean,
): Promise<void> {
  const kind = isRight ? 'second-factor-used' : 'second-factor-refused';
  await house.db.tx((tx) =>
    tx.run(recording(origin, { kind, actorId: accountId, accountId, after: { by } })),
  );
}

async function spendTotp(house: House, accountId: number, code: string): Promise<boolean> {
  const account = await house.db.first<{ secret: Buffer | null }>(
    sql`select totp_secret as secret from accounts where id = ${accountId}`,
  );
  return Boolean(account?.secret) && takeCode(house, accountId, account!.secret!, code);
}

/** As kept of a confirmation. */
export const confirmationHash = (code: string): Buffer =>
  createHash('sha256').update(code).digest();

async function spendConfirmation(house: House, accountId: number, code: string): Promise<boolean> {
  const taken = await house.db.first<{ expiresAt: Date }>(sql`
    delete from confirmations where hash = ${confirmationHash(code)} and account_id = ${accountId}
    returning expires_at as "expiresAt"`);
  return taken !== undefined && taken.expiresAt > house.clock.now();
}
