/**
 * A purchase and a renewal under every fault of the registrar: refused, lost before it was done, done without an answer,
 * shown late, silent for a while, asked for twice at once. Hostname and credits agree every time, and the
 * order is never sent again.
 */
import { randomUUID } from 'node:crypto';
import { createHostname as declaration } from '@ramal/contract/operations/hostnames';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Person, person } from '../../test/accounts.ts';
import { TODAY, type TestContext, createTestContext } from '../../test/context.ts';
import { runs, timeLimit } from '../../test/property-runs.ts';
import { verifyLedger } from '../credits/credits.ts';
import type { Actor } from '../foundation/caller.ts';
import { createHostname } from './create-hostname.ts';
import { finishPurchases } from './finish-purchases.ts';
import { type Registrar, RegistrarRefusal } from './registrar.ts';
import { renewHostname } from './renew-hostname.ts';

let ctx: TestContext;
let seller: Person;
let bought = 0;

beforeAll(async () => {
  ctx = await createTestContext({ RAMAL_LOG: 'silent' });
  seller = await person(ctx, { balance: 1_000_000 });
});
afterAll(() => ctx.close());

const MINUTES = 120;
const PRICE = 6;

interface Faults {
  readonly order: 'done' | 'refused' | 'lost' | 'done unseen';
  /** Minutes until the registrar shows what was registered. */
  readonly shownAfter: number;
  /** Questions and records that fail before one succeeds. */
  readonly failures: number;
  readonly records: number;
  readonly twice: boolean;
}

const faults: fc.Arbitrary<Faults> = fc.record({
  order: fc.constantFrom('done', 'refused', 'lost', 'done unseen'),
  shownAfter: fc.constantFrom(0, 0, 7, 40),
  failures: fc.integer({ min: 0, max: 4 }),
  records: fc.integer({ min: 0, max: 4 }),
  twice: fc.boolean(),
});

const EARLIER = new Date('2027-01-01');
const LATER = new Date('2028-01-01');

/** With `isRenewed` the registrar has the name already, until an earlier day. */
function faultyRegistrar({ order, shownAfter, ...left }: Faults, isRenewed: boolean) {
  let { failures, records } = left;
  let registeredAt: Date | undefined;
  const orders: string[] = [];
  const send = async ({ name }: { name: string }) => {
    orders.push(name);
    if (order === 'refused') throw new RegistrarRefusal('Sem saldo no registrador');
    if (order !== 'lost') registeredAt = ctx.clock.now();
    if (order === 'lost' || order === 'done unseen') throw new Error('timeout');
  };
  const registrar: Registrar = {
    kind: 'sandbox',
    check: async (names) => ({
      available: names.map((name) => ({ name, priceCents: 599, renewCents: 1199, years: 1 })),
      unavailable: [],
      invalid: [],
    }),
    register: send,
    renew: send,
    renewCents: () => 599,
    read: async () => {
      failures -= 1;
      if (failures >= 0) throw new Error('502');
      const age = registeredAt ? ctx.clock.now().getTime() - registeredAt.getTime() : -1;
      if (age >= shownAfter * 60_000) return { expiresAt: LATER };
      return isRenewed ? { expiresAt: EARLIER } : undefined;
    },
    makeRecords: async () => {
      records -= 1;
      if (records >= 0) throw new Error('500');
    },
  };
  return { registrar, orders, isRegistered: () => registeredAt !== undefined };
}

const balance = async (): Promise<number> =>
  Number(
    (
      await ctx.owner.query(
        `select balance from wallets where account_id = $1 and kind = 'balance'`,
        [seller.id],
      )
    ).rows[0].balance,
  );

/** As the calls are made, with one key. */
const caller = (domain: string, key: string) => ({
  params: undefined,
  query: undefined,
  actor: { id: seller.id, profile: 'reseller', hasSecondFactor: true } as Actor,
  requestMeta: { ip: '203.0.113.7', requestId: 'test' } as never,
  key: { id: key, fingerprint: Buffer.from(domain), answer: declaration.answer } as never,
});

const order = (registrar: Registrar, domain: string, key: string) =>
  createHostname(ctx, registrar, { ...caller(domain, key), body: { domain, manual: false } });

async function renew(registrar: Registrar, domain: string, key: string) {
  await ctx.owner.query(
    `insert into hostnames (name, owner_id, price_cents, state, expires_at, created_at)
     values ($1, $2, 599, 'active', $3, $4) on conflict do nothing`,
    [domain, seller.id, EARLIER, EARLIER],
  );
  return renewHostname(ctx, registrar, { ...caller(domain, key), body: { domain } });
}

/** What the purchase and the hostname must be in the end. */
const ends = {
  new: (happened: boolean) =>
    happened
      ? { state: 'done', hostname: 'active', ends: LATER }
      : { state: 'refunded', hostname: null, ends: null },
  renewal: (happened: boolean) => ({
    state: happened ? 'done' : 'refunded',
    hostname: 'active',
    ends: happened ? LATER : EARLIER,
  }),
};

it.each([
  ['new', order],
  ['renewal', renew],
] as const)(
  'hostname and credits agree whatever the registrar does: %s',
  async (kind, send) => {
    await fc.assert(
      fc.asyncProperty(faults, async (fault) => {
        bought += 1;
        const domain = `nome${bought}.click`;
        const { registrar, orders, isRegistered } = faultyRegistrar(fault, kind === 'renewal');
        ctx.clock.set(TODAY);
        const before = await balance();
        const key = randomUUID();
        const answers = await Promise.allSettled(
          Array.from({ length: fault.twice ? 2 : 1 }, () => send(registrar, domain, key)),
        );
        expect(answers.filter(({ status }) => status === 'rejected')).toEqual([]);
        for (let minute = 5; minute <= MINUTES; minute += 5) {
          ctx.clock.set(new Date(Date.parse(TODAY) + minute * 60_000).toISOString());
          await finishPurchases(ctx, registrar);
        }
        const { rows } = await ctx.owner.query(
          `select p.state, h.state as hostname, h.expires_at as ends from hostname_purchases p
           left join hostnames h on h.name = p.name where p.name = $1`,
          [domain],
        );
        const paid = before - (await balance());
        expect(orders).toEqual([domain]);
        expect({ rows, paid }).toEqual({
          rows: [ends[kind](isRegistered())],
          paid: isRegistered() ? PRICE * 100 : 0,
        });
      }),
      { numRuns: runs(25) },
    );
    expect(await verifyLedger(ctx)).toMatchObject({ sum: 0, drifted: [] });
  },
  timeLimit(60_000),
);
