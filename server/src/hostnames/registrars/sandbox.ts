/**
 * Built-in registrar until another one is configured. Names are stored in this database, and
 * nothing is paid.
 */
import { isSold } from '@ramal/contract/operations/hostnames';
import { DAY_MS } from '@ramal/contract/rules/durations';
import sql from 'sql-template-tag';
import type { AppContext } from '../../foundation/app-context.ts';
import type { Reader, Tx } from '../../foundation/database.ts';
import { ProviderError } from '../../foundation/provider-error.ts';
import { parseExtension, type Offer, type Registrar } from './registrar.ts';

/**
 * Prices in hundredths of a US dollar by extension. A purchase of .sbs always covers two years,
 * because some registries have such a rule.
 */
const prices: Readonly<Record<string, Omit<Offer, 'name'>>> = {
  top: { priceCents: 288, renewCents: 488, years: 1 },
  click: { priceCents: 599, renewCents: 1199, years: 1 },
  cfd: { priceCents: 450, renewCents: 1099, years: 1 },
  sbs: { priceCents: 480, renewCents: 999, years: 2 },
};

/**
 * Limit in hundredths of a US dollar for the orders of a day. With this limit, tests can reach an
 * insufficient balance.
 */
const CENTS_A_DAY = 50_000;

const rejected = (message: string) => new ProviderError('sandbox', 'rejected', { message });

const priceOf = (name: string) => prices[parseExtension(name)];

const balanceAt = async (reader: Reader, now: Date): Promise<number> => {
  const row = await reader.first<{ spent: number }>(sql`
    select coalesce(sum(cents), 0)::int as spent from sandbox_orders
    where at > ${new Date(now.getTime() - DAY_MS)}`);
  return CENTS_A_DAY - row!.spent;
};

async function pay(tx: Tx, name: string, cents: number, now: Date): Promise<void> {
  await tx.first(sql`select pg_advisory_xact_lock(hashtext('sandbox-orders')) is null as locked`);
  if ((await balanceAt(tx, now)) < cents)
    throw rejected('O registrador de teste gastou o saldo do dia.');
  await tx.run(
    sql`insert into sandbox_orders (name, cents, at) values (${name}, ${cents}, ${now})`,
  );
}

export const sandboxRegistrar = ({ db, clock }: AppContext): Registrar => ({
  kind: 'sandbox',
  check: async (names) => {
    const sold = names.filter(isSold);
    const rows = await db.many<{ name: string }>(
      sql`select name from sandbox_hostnames where name = any(${sold}::text[])`,
    );
    const takenNames = new Set(rows.map((row) => row.name));
    return {
      available: sold
        .filter((name) => !takenNames.has(name))
        .map((name) => ({ name, ...priceOf(name)! })),
      unavailable: sold.filter((name) => takenNames.has(name)),
      invalid: names.filter((name) => !isSold(name)),
    };
  },
  balanceCents: () => balanceAt(db, clock.now()),
  register: async ({ name, years }) => {
    const now = clock.now();
    const { priceCents = 0, renewCents = 0, years: first = 1 } = priceOf(name) ?? {};
    const paidCents = priceCents + (years - first) * renewCents;
    await db.tx(async (tx) => {
      const inserted = await tx.run(sql`
        insert into sandbox_hostnames (name, registered_at, expires_at)
        values (${name}, ${now}, ${now}::timestamptz + make_interval(years => ${years}))
        on conflict (name) do nothing`);
      if (inserted === 0) throw rejected('O registrador diz que este nome já tem dono.');
      await pay(tx, name, paidCents, now);
    });
    return { paidCents };
  },
  renew: async ({ name, years }) => {
    const paidCents = years * (priceOf(name)?.renewCents ?? 0);
    await db.tx(async (tx) => {
      const renewed = await tx.run(sql`
        update sandbox_hostnames set expires_at = expires_at + make_interval(years => ${years})
        where name = ${name}`);
      if (renewed === 0) throw rejected('O registrador não tem este nome.');
      await pay(tx, name, paidCents, clock.now());
    });
    return { paidCents };
  },
  renewCents: async (name) => priceOf(name)?.renewCents,
  read: (name) =>
    db.first<{ expiresAt: Date }>(
      sql`select expires_at from sandbox_hostnames where name = ${name}`,
    ),
  names: async () => {
    const rows = await db.many<{ name: string }>(
      sql`select name from sandbox_hostnames order by name`,
    );
    return rows.map(({ name }) => name);
  },
  setNameServers: async () => undefined,
});
