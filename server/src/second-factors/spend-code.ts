/**
 * A fresh code for one sensitive act: six digits of the authenticator, each step good once, or the
 * confirmation a passkey's answer was exchanged for, good once within its minute.
 */
import { createHash } from 'node:crypto';
import { refuse } from '@ramal/contract/errors';
import sql from 'sql-template-tag';
import type { House } from '../foundation/house.ts';
import type { Keeper } from '../foundation/http/bind.ts';
import { takeCode } from './totp.ts';

export const makeSpendCode =
  (house: House): Keeper['spendCode'] =>
  async (actor, code) => {
    if (code === undefined)
      refuse('code_2fa_missing', { fields: { code_2fa: 'Código 2FA não informado!' } });
    const spent = /^\d{6}$/.test(code)
      ? await spendTotp(house, actor.id, code)
      : await spendConfirmation(house, actor.id, code);
    if (!spent) refuse('code_2fa_wrong');
  };

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
