/**
 * Makes each idempotency key act only once (Q-IDEMPOTENT). The key is claimed in the same
 * transaction as the change. If the call is rejected or fails, the rollback releases the key. A
 * replay updates the key's row before it responds. The replay therefore has its own commit, which
 * waits for a standby as the first commit did.
 */
import { refuse } from '@ramal/contract/api/errors';
import { decodeAnswer, encodeAnswer } from '@ramal/contract/api/translated';
import sql, { type Sql } from 'sql-template-tag';
import type { Caller, IdempotencyKey } from './caller.ts';
import type { Reader, Tx } from './database.ts';

/** Account under which a key is stored. */
export interface KeyOwner extends Pick<Caller, 'key'> {
  readonly actor: Pick<Caller['actor'], 'id'>;
}

export interface Claim {
  readonly fresh: boolean;
  readonly same: boolean;
  readonly answer: unknown;
}

/**
 * CTE that claims the key, or waits for the transaction that has claimed it. Without a key nothing
 * is claimed.
 */
export function claimKeyCte(caller: KeyOwner): Sql {
  if (!caller.key) return sql`select true as fresh, true as same, null::jsonb as answer`;
  return sql`
    insert into idempotency_keys (account_id, key, fingerprint)
    values (${caller.actor.id}, ${caller.key.id}, ${caller.key.fingerprint})
    on conflict (account_id, key) do update set touched_at = now()
    returning (xmax = 0) as fresh, fingerprint = ${caller.key.fingerprint} as same, answer`;
}

/** CTE that stores the response under the key, in its wire format. */
export function storeAnswerCte(caller: KeyOwner, answer: unknown): Sql {
  if (!caller.key) return sql`select 1`;
  return sql`
    update idempotency_keys set answer = ${JSON.stringify(encodeAnswer(caller.key.answer, answer))}::jsonb
    where account_id = ${caller.actor.id} and key = ${caller.key.id}`;
}

/**
 * Returns the stored response of an earlier call, or undefined if the work is still to do. Refuses
 * a key that another request has used.
 */
export function storedAnswer<Answer>({ key }: KeyOwner, claim: Claim): Answer | undefined {
  if (!key || claim.fresh) return undefined;
  if (!claim.same) refuse('key_reused');
  return decodeAnswer(key.answer, claim.answer) as Answer;
}

/**
 * True if the key was used before. The call is then probably a replay, which receives the stored
 * response.
 */
export async function isKeyUsed(reader: Reader, { actor, key }: Caller): Promise<boolean> {
  if (!key) return false;
  const used = await reader.first(
    sql`select from idempotency_keys where account_id = ${actor.id} and key = ${key.id}`,
  );
  return used !== undefined;
}

/** True if this very request was answered before. */
export async function isReplay(
  reader: Reader,
  actor: { readonly id: number },
  { id, fingerprint }: IdempotencyKey,
): Promise<boolean> {
  const used = await reader.first(sql`
    select from idempotency_keys
    where account_id = ${actor.id} and key = ${id} and fingerprint = ${fingerprint} and answer is not null`);
  return used !== undefined;
}

/** Runs the work once per key, with one statement to claim the key and one to store the answer. */
export async function runOncePerKey<Answer>(
  tx: Tx,
  caller: KeyOwner,
  work: () => Promise<Answer>,
): Promise<Answer> {
  if (!caller.key) return work();
  const claim = await tx.first<Claim>(claimKeyCte(caller), 'prepared');
  const before = claim && storedAnswer<Answer>(caller, claim);
  if (before !== undefined) return before;
  const answer = await work();
  await tx.run(storeAnswerCte(caller, answer), 'prepared');
  return answer;
}
