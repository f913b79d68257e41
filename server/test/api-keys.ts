/** Inserts API keys for tests. */
import type { ApiScope } from '@ramal/contract/api-keys';
import { newSecret } from '../src/api-keys/key-format.ts';
import type { Person } from './accounts.ts';
import type { TestContext } from './context.ts';

interface KeyOptions {
  readonly scopes?: readonly ApiScope[];
  readonly addresses?: readonly string[];
  /** Limit in hundredths of a credit. */
  readonly dayLimit?: number;
  readonly endsAt?: Date;
  readonly name?: string;
  /** True for a key that an admin creates. Its account needs no grant. */
  readonly isExternal?: boolean;
}

/** Returns the complete key and its id. */
export async function seedKey(
  ctx: TestContext,
  { id }: Pick<Person, 'id'>,
  { scopes = ['lines:write'], addresses = [], dayLimit, endsAt, name, isExternal }: KeyOptions = {},
): Promise<{ id: number; key: string }> {
  const { key, publicId, hash } = newSecret();
  const { rows } = await ctx.owner.query<{ id: string }>(
    `with k as (
       insert into api_keys (account_id, name, is_external, scopes, addresses, ends_at, day_limit, spent_on,
         created_by, created_at)
       values ($1, $2, $3, $4, $5::inet[], $6, $7, $8::timestamptz::date, $1, $8) returning id)
     insert into api_key_secrets (key_id, public_id, hash, created_at) select id, $9, $10, $8::timestamptz from k
     returning key_id as id`,
    [
      id,
      name ?? 'Site de vendas',
      isExternal ?? false,
      scopes,
      addresses,
      endsAt ?? null,
      dayLimit ?? null,
      ctx.clock.now(),
      publicId,
      hash,
    ],
  );
  return { id: Number(rows[0]!.id), key };
}
