import type pg from 'pg';
import { FIRST_NAMES } from './random.ts';
import type { Size } from './size.ts';

/**
 * Fraction of the resellers on each level below the admin. With the level of the admin, the tree
 * has six levels.
 */
const LEVELS = [0.001, 0.02, 0.18, 0.4, 0.399];
export const ADMIN = 'admin';

/**
 * Creates one admin and the tree of resellers below it. Parents with low ids get more children, so
 * that one subtree is large, some are medium and most are leaves. All accounts have the same
 * password hash.
 */
export async function makeAccounts(
  owner: pg.Client,
  size: Size,
  passwordHash: string,
): Promise<void> {
  await owner.query(
    `insert into accounts (id, username, password_hash, profile, ancestors, created_at)
     values (1, $1, $2, 'admin', array[1], now() - interval '4 years')`,
    [ADMIN, passwordHash],
  );
  let parents = { first: 1, last: 1 };
  let count = 1;
  for (const [depth, share] of LEVELS.entries()) {
    const last =
      depth === LEVELS.length - 1
        ? size.resellers + 1
        : count + Math.max(size.largeOwners, Math.round(size.resellers * share));
    await makeLevel(owner, { first: count + 1, last }, parents, passwordHash);
    parents = { first: count + 1, last };
    count = last;
  }
  await owner.query(`
    insert into wallets (account_id, kind, balance)
    select id, kind, 0 from accounts, unnest(array['balance', 'portal']) with ordinality k (kind, place)
    where profile <> 'admin' order by id, place`);
}

interface Range {
  readonly first: number;
  readonly last: number;
}

async function makeLevel(
  owner: pg.Client,
  level: Range,
  above: Range,
  passwordHash: string,
): Promise<void> {
  await owner.query(
    `insert into accounts (id, username, password_hash, profile, parent_id, ancestors, whatsapp,
       sale_cents, last_topup_at, created_at)
     select i, lower(fold(pg_temp.pick(${FIRST_NAMES}, i, 1))) || '.' || i, $1, 'reseller', p.id,
       p.ancestors || i, '55' || (11 + i % 80) || '9' || (10000000 + i * 7919 % 89999999),
       500 + i % 1500, now() - pg_temp.chance(i, 2) * interval '60 days',
       now() - interval '3 years' - pg_temp.chance(i, 3) * interval '300 days'
     from generate_series($2::bigint, $3::bigint) i
     join accounts p on p.id = $4::bigint + floor(power(pg_temp.chance(i, 4), 1.7) * $5)::bigint`,
    [passwordHash, level.first, level.last, above.first, above.last - above.first + 1],
  );
}
