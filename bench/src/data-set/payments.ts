import type pg from 'pg';

/** Fraction of the extensions that the customer paid by a charge. */
const PAID_SHARE = 0.3;

/** Fraction of the lines for which the seller set a separate price. */
const PRICED_SHARE = 0.3;

/**
 * Creates the prices of plans and lines, a charge for some extensions, and the costs that accounts
 * entered. A charge has the id of its ledger entry.
 */
export async function makePayments(owner: pg.Client): Promise<void> {
  await owner.query(`
    insert into plan_prices (account_id, months, cents)
    select a.id, months, cents + 100 * (a.id % 10)
    from accounts a, (values (1, 3000), (3, 8400), (6, 16200), (12, 30000)) plan (months, cents)
    where profile <> 'admin'`);
  await owner.query(
    `insert into line_prices (line_id, cents)
     select id, 2500 + 100 * (id % 20) from lines where not is_trial and pg_temp.chance(id, 91) < $1`,
    [PRICED_SHARE],
  );
  await owner.query(
    `insert into charges (id, purpose, account_id, line_id, months, credits, cents, method, provider, state, created_at,
       expires_at, paid_at, settled_at, reversed_at)
     overriding system value
     select id, 'renewal', actor_id, line_id, amount / 100, amount, 29 * amount + 100 * (line_id % 9),
       case when id % 10 = 0 then 'card' else 'pix' end, 'sandbox',
       case when id % 50 = 0 then 'reversed' else 'settled' end, at - interval '1 minute', at + interval '1 day', at, at,
       case when id % 50 = 0 then at + interval '2 days' end
     from entries where reason = 'line-extended' and pg_temp.chance(id, 92) < $1`,
    [PAID_SHARE],
  );
  await owner.query(`
    insert into costs (account_id, name, kind, cents, since, is_monthly, first_month, is_correction)
    select a.id, 'Servidor ' || n, 'server', 5000, '2026-01-05', true, '2026-01-01', false
    from accounts a, generate_series(1, 2) n`);
  await owner.query(`
    insert into number_settings (account_id, pix_fee, card_fee) select id, 99, 499 from accounts`);
}
