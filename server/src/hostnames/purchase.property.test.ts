/**
 * A purchase under every fault of its registrar: refused, lost before it was done, done without an answer,
 * shown late, silent for a while, asked for twice at once. Hostname and credits agree every time, and the
 * order is never sent again.
 */
import { randomUUID } from 'node:crypto';
import { createHostname as declaration } from '@ramal/contract/hostnames';
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

function faultyRegistrar({ order, shownAfter, ...left }: Faults) {
  let { failures, records } = left;
  let registeredAt: Date | undefined;
  const orders: string[] = [];
  const registrar: Registrar = {
    kind: 'sandbox',
    check: async (names) => ({
      available: names.map((name) => ({ name, priceCents: 599, renewCents: 1199, years: 1 })),
      unavailable: [],
      invalid: [],
    }),
    register: async ({ name }) => {
      orders.push(name);
      if (order === 'refused') throw new RegistrarRefusal('Sem saldo no registrador');
      if (order !== 'lost') registeredAt = ctx.clock.now();
      if (order === 'lost' || order === 'done unseen') throw new Error('timeout');
    },
    read: async () => {
      failures -= 1;
      if (failures >= 0) throw new Error('502');
      const age = registeredAt ? ctx.clock.now().getTime() - registeredAt.getTime() : -1;
      return age >= shownAfter * 60_000 ? { expiresAt: new Date('2028-01-01') } : undefined;
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

const order = (registrar: Registrar, domain: string, key: string) =>
  createHostname(ctx, registrar, {
    params: undefined,
    query: undefined,
    actor: { id: seller.id, profile: 'reseller', hasSecondFactor: true } as Actor,
    requestMeta: { ip: '203.0.113.7', requestId: 'test' } as never,
    body: { domain, manual: false },
    key: {
      id: key,
      fingerprint: Buffer.from(domain),
      answer: declaration.answer,
    } as never,
  });

it(
  'hostname and credits agree whatever the registrar does',
  async () => {
    await fc.assert(
      fc.asyncProperty(faults, async (fault) => {
        bought += 1;
        const domain = `nome${bought}.click`;
        const { registrar, orders, isRegistered } = faultyRegistrar(fault);
        ctx.clock.set(TODAY);
        const before = await balance();
        const key = randomUUID();
        const answers = await Promise.allSettled(
          Array.from({ length: fault.twice ? 2 : 1 }, () => order(registrar, domain, key)),
        );
        expect(answers.filter(({ status }) => status === 'rejected')).toEqual([]);
        for (let minute = 5; minute <= MINUTES; minute += 5) {
          ctx.clock.set(new Date(Date.parse(TODAY) + minute * 60_000).toISOString());
          await finishPurchases(ctx, registrar);
        }
        const { rows } = await ctx.owner.query(
          `select p.state, h.state as hostname from hostname_purchases p
           left join hostnames h on h.name = p.name where p.name = $1`,
          [domain],
        );
        const paid = before - (await balance());
        expect(orders).toEqual([domain]);
        expect({ rows, paid }).toEqual(
          isRegistered()
            ? { rows: [{ state: 'done', hostname: 'active' }], paid: PRICE * 100 }
            : { rows: [{ state: 'refunded', hostname: null }], paid: 0 },
        );
      }),
      { numRuns: runs(25) },
    );
    expect(await verifyLedger(ctx)).toMatchObject({ sum: 0, drifted: [] });
  },
  timeLimit(60_000),
);
