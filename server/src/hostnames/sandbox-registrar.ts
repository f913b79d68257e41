/** The registrar until another is set: names are kept in this database, and nothing is paid. */
import { isSold } from '@ramal/contract/operations/hostnames';
import sql from 'sql-template-tag';
import type { AppContext } from '../foundation/app-context.ts';
import { type Offer, type Registrar, RegistrarRefusal } from './registrar.ts';

/** Hundredths of a US dollar by extension; .sbs is sold for two years at once, as some registries do. */
const prices: Readonly<Record<string, Omit<Offer, 'name'>>> = {
  top: { priceCents: 288, renewCents: 488, years: 1 },
  click: { priceCents: 599, renewCents: 1199, years: 1 },
  cfd: { priceCents: 450, renewCents: 1099, years: 1 },
  sbs: { priceCents: 480, renewCents: 999, years: 2 },
};

const priceOf = (name: string) => prices[name.slice(name.lastIndexOf('.') + 1)];

export const sandboxRegistrar = ({ db, clock }: AppContext): Registrar => ({
  kind: 'sandbox',
  check: async (names) => {
    const sold = names.filter(isSold);
    const rows = await db.many<{ name: string }>(
      sql`select name from sandbox_hostnames where name = any(${sold}::text[])`,
    );
    const taken = new Set(rows.map((row) => row.name));
    return {
      available: sold
        .filter((name) => !taken.has(name))
        .map((name) => ({ name, ...priceOf(name)! })),
      unavailable: sold.filter((name) => taken.has(name)),
      invalid: names.filter((name) => !isSold(name)),
    };
  },
  register: async ({ name, years }) => {
    const now = clock.now();
    const made = await db.tx((tx) =>
      tx.run(sql`
        insert into sandbox_hostnames (name, registered_at, expires_at)
        values (${name}, ${now}, ${now}::timestamptz + make_interval(years => ${years}))
        on conflict (name) do nothing`),
    );
    if (made === 0) throw new RegistrarRefusal('O registrador diz que este nome já tem dono.');
  },
  renew: async ({ name, years }) => {
    const renewed = await db.tx((tx) =>
      tx.run(sql`
        update sandbox_hostnames set expires_at = expires_at + make_interval(years => ${years})
        where name = ${name}`),
    );
    if (renewed === 0) throw new RegistrarRefusal('O registrador não tem este nome.');
  },
  renewCents: (name) => priceOf(name)?.renewCents,
  read: (name) =>
    db.first<{ expiresAt: Date }>(
      sql`select expires_at as "expiresAt" from sandbox_hostnames where name = ${name}`,
    ),
  makeRecords: async (name) => {
    await db.tx((tx) =>
      tx.run(sql`
        update sandbox_hostnames set records_made_at = coalesce(records_made_at, ${clock.now()})
        where name = ${name}`),
    );
  },
});
