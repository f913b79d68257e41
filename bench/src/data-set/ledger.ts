import type pg from 'pg';
import type { Size } from './size.ts';

/**
 * Creates consistent ledger entries. Every reseller begins with more credits than it spends. A
 * reseller pays for each official line and each extension, and gives credits to child accounts.
 * Running balances are computed in the order of time. The last running balance is the balance of
 * the wallet.
 */
export async function makeLedger(owner: pg.Client, size: Size): Promise<void> {
  await owner.query(`
    create temp table purses as
    select w.account_id, w.id as wallet from wallets w where kind = 'balance'`);
  await owner.query(`create unique index on purses (account_id)`);
  await drawMoves(owner, size);
  await owner.query(`
    create temp table ordered as
    select row_number() over (order by at, kind, payer, line_id) as id, * from moves`);
  await owner.query(`drop table moves`);
  await owner.query(`analyze ordered`);
  await owner.query(`
    create temp table running as
    select id, max(balance) filter (where gives) as from_balance, max(balance) filter (where not gives) as to_balance
    from (
      select id, gives, sum(change) over (partition by wallet order by id) as balance
      from (
        select id, from_wallet as wallet, -amount as change, true as gives from ordered where from_wallet > 2
        union all
        select id, to_wallet, amount, false from ordered where to_wallet > 2
      ) sides
    ) followed group by id`);
  await owner.query(`
    insert into entries (id, at, from_wallet, to_wallet, amount, from_balance, to_balance, reason,
      unit_price_cents, actor_id, line_id, account_id)
    overriding system value
    select id, at, from_wallet, to_wallet, amount, from_balance, to_balance, reason,
      case when reason = 'credits-given' then 500 end, payer, line_id, receiver
    from ordered left join running using (id) order by id`);
  await owner.query(`
    update wallets set balance = told.balance
    from (
      select wallet, sum(change) as balance from (
        select to_wallet as wallet, amount as change from ordered
        union all select from_wallet, -amount from ordered
      ) sides group by wallet
    ) told where told.wallet = wallets.id and wallets.balance is not null`);
  await owner.query(`drop table ordered, running`);
}

const TOPUPS_EACH = 20;

/**
 * Creates the movements of credits. Wallets 1 and 2 belong to the system: one issues credits, and
 * one receives consumed credits.
 */
async function drawMoves(owner: pg.Client, size: Size): Promise<void> {
  await owner.query(`
    create temp table moves (at timestamptz, kind int, from_wallet bigint, to_wallet bigint,
      amount bigint, reason text, payer bigint, line_id bigint, receiver bigint)`);
  await owner.query(`
    insert into moves
    select l.created_at, 1, p.wallet, 2, 100 + 100 * (l.id % 3), 'line-created', l.owner_id, l.id, null
    from lines l join purses p on p.account_id = l.owner_id where not l.is_trial`);
  await owner.query(
    `insert into moves
     select now() - pg_temp.chance(a.id * 100 + n, 51) * interval '3 years', 2, coalesce(giver.wallet, 1),
       taker.wallet, 1000 + 100 * floor(pg_temp.chance(a.id * 100 + n, 52) * 200)::bigint,
       'credits-given', a.parent_id, null, a.id
     from accounts a join purses taker on taker.account_id = a.id
     left join purses giver on giver.account_id = a.parent_id, generate_series(1, $1) n`,
    [TOPUPS_EACH],
  );
  await owner.query(
    `with official as (
       select row_number() over () - 1 as place, id, owner_id, created_at from lines where not is_trial
     ), left_over as (
       select $1::bigint - $2::bigint - (select count(*) from moves) as extensions, count(*) as lines from official
     )
     insert into moves
     select l.created_at + pg_temp.chance(i, 53) * (now() - l.created_at), 3, p.wallet, 2,
       100 + 100 * (i % 3), 'line-extended', l.owner_id, l.id, null
     from left_over, generate_series(1, extensions) i
     join official l on l.place = floor(pg_temp.chance(i, 54) * (select lines from left_over))
     join purses p on p.account_id = l.owner_id`,
    [size.entries, size.resellers],
  );
  await owner.query(
    `insert into moves
     select now() - interval '4 years', 0, 1, p.wallet, coalesce(spent.amount, 0) + 10000000, 'opening-credits',
       1, null, p.account_id
     from purses p
     left join (select from_wallet, sum(amount) as amount from moves group by 1) spent on spent.from_wallet = p.wallet`,
  );
}
