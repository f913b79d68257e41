/**
 * The same key acts once (Q-IDEMPOTENT). A key is claimed in the transaction that acts, so a refused
 * or failed call gives it back; a replay touches the row before it answers, so that its own commit
 * waits for a standby just like the first one did.
 */
import { refuse } from '@ramal/contract/errors';
import sql, { type Sql } from 'sql-template-tag';
import type { By } from './actor.ts';
import type { Tx } from './database.ts';

export interface Claim {
  readonly fresh: boolean;
  readonly same: boolean;
  readonly answer: unknown;
}

/** Part: takes the key or waits for whoever holds it. Without a key nothing is taken. */
export function claiming(by: By): Sql {
  if (!by.key) return sql`select true as fresh, true as same, null::jsonb as answer`;
  return sql`
    insert into idempotency_keys (account_id, key, fingerprint)
    values (${by.actor.id}, ${by.key.id}, ${by.key.fingerprint})
    on conflict (account_id, key) do update set touched_at = now()
    returning (xmax = 0) as fresh, fingerprint = ${by.key.fingerprint} as same, answer`;
}

/** Part: keeps the answer under the key. */
export function answering(by: By, answer: unknown): Sql {
  if (!by.key) return sql`select 1`;
  return sql`
    update idempotency_keys set answer = ${JSON.stringify(answer)}::jsonb
    where account_id = ${by.actor.id} and key = ${by.key.id}`;
}

/** Reads a claim: the kept answer when it was given before, undefined when the work is still to do. */
export function replayed<Answer>(claim: Claim): Answer | undefined {
  if (claim.fresh) return undefined;
  if (!claim.same) refuse('key_reused');
  return claim.answer as Answer;
}

/** Does the work once per key, where claim and answer need no statement of their own saved. */
export async function onceByKey<Answer>(
  tx: Tx,
  by: By,
  work: () => Promise<Answer>,
): Promise<Answer> {
  if (!by.key) return work();
  const claim = await tx.first<Claim>(claiming(by), 'claim-key');
  const before = claim && replayed<Answer>(claim);
  if (before !== undefined) return before;
  const answer = await work();
  await tx.run(answering(by, answer), 'keep-answer');
  return answer;
}
