/**
 * A passkey in place of a fresh code: its answer is exchanged for a confirmation that authorises one
 * sensitive act of its account within a minute (see spend-code.ts).
 */
import { randomBytes } from 'node:crypto';
import type { Answered } from '@ramal/contract/endpoint';
import { refuse } from '@ramal/contract/errors';
import type {
  askConfirmation as asking,
  confirmWithPasskey as declaration,
} from '@ramal/contract/passkeys';
import sql from 'sql-template-tag';
import type { By } from '../../foundation/actor.ts';
import type { Call } from '../../foundation/http/bind.ts';
import type { House } from '../../foundation/house.ts';
import type { Proving } from '../proving.ts';
import { confirmationHash } from '../spend-code.ts';
import { askPasskey, takeAnswer } from './answer.ts';
import { requireRelyingParty } from './relying-party.ts';

const GOOD_FOR_MS = 60_000;

export async function askConfirmation(
  house: House,
  { actor, origin }: By,
): Promise<Answered<typeof asking>> {
  const asked = { purpose: 'confirm', accountId: actor.id } as const;
  const options = await askPasskey(house, requireRelyingParty(origin), asked);
  return { options: options ?? refuse('passkey_none_here') };
}

export async function confirmWithPasskey(
  house: House,
  proving: Proving,
  { actor, body, origin }: Call<typeof declaration>,
): Promise<Answered<typeof declaration>> {
  await proving.spend(actor.id);
  const asked = { purpose: 'confirm', accountId: actor.id } as const;
  const holder = await takeAnswer(house, asked, body.response, origin);
  if (!holder) refuse('passkey_refused');
  await proving.giveBack(actor.id);
  const code = randomBytes(24).toString('base64url');
  const now = house.clock.now();
  await house.db.tx((tx) =>
    tx.run(sql`
      with past as (delete from confirmations where expires_at < ${now})
      insert into confirmations (hash, account_id, expires_at)
      values (${confirmationHash(code)}, ${actor.id}, ${new Date(now.getTime() + GOOD_FOR_MS)})`),
  );
  return { code_2fa: code };
}
