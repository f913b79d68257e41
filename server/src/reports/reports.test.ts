/** Tests that the stored sums equal a complete count. */
import { getReports } from '@ramal/contract/reports';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestContext, TODAY, call, createTestContext } from '../../test/context.ts';
import { type Person, person } from '../../test/accounts.ts';
import { sumMovementMonths } from '../credits/credits.ts';
import { countLineMonths } from './count-line-months.ts';

let ctx: TestContext;
let admin: Person, master: Person, child: Person, grandchild: Person, stranger: Person;
beforeAll(async () => {
  ctx = await createTestContext();
  admin = await person(ctx, { profile: 'admin', until: LATER });
  master = await person(ctx, { parent: admin, until: LATER });
  child = await person(ctx, { parent: master, until: LATER });
  grandchild = await person(ctx, { parent: child, until: LATER });
  stranger = await person(ctx, { parent: admin, until: LATER });
});
afterAll(() => ctx.close());

const LATER = '2026-12-20T12:00:00Z';
const read = async (account: Person) => {
  const { body } = await call(ctx, getReports, {}, { token: account.token });
  return body;
};
const numbers = (months: readonly { readonly users: number }[]) => months.map(({ users }) => users);

describe('before anything was summed', () => {
  it('returns six empty months without a time before the first sums', async () => {
    const body = await read(master);
    expect(Object.keys(body.financeiro)).toEqual([
      '06/2026',
      '07/2026',
      '08/2026',
      '09/2026',
      '10/2026',
      '11/2026',
    ]);
    expect([body.as_of, numbers(body.renovacoes)]).toEqual([null, [0, 0, 0, 0, 0, 0]]);
  });
});

describe('credits', () => {
  const walletOf = (account: Person) =>
    account.profile === 'admin'
      ? `(select id from wallets where kind = 'issuance')`
      : `(select id from wallets where kind = 'balance' and account_id = ${account.id})`;
  const consumption = `(select id from wallets where kind = 'consumption')`;
  /** `amount` is in hundredths, `price` in cents per credit. */
  const move = (
    at: string,
    from: Person,
    to: Person | undefined,
    reason: string,
    amount: number,
    price?: number,
  ) =>
    ctx.owner.query(
      `insert into entries (at, from_wallet, to_wallet, amount, reason, actor_id, unit_price_cents)
       values ($1, ${walletOf(from)}, ${to ? walletOf(to) : consumption}, $2, $3, $4, $5)`,
      [at, amount, reason, from.id, price ?? null],
    );
  const moveBack = (at: string, from: Person, to: Person, amount: number, price: number) =>
    ctx.owner.query(
      `insert into entries (at, from_wallet, to_wallet, amount, reason, actor_id, unit_price_cents)
       values ($1, ${walletOf(from)}, ${walletOf(to)}, $2, 'credits-withdrawn', $3, $4)`,
      [at, amount, to.id, price],
    );

  beforeAll(async () => {
    await move('2026-09-10T12:00:00Z', admin, master, 'opening-credits', 100_000, 500);
    await move('2026-10-01T02:59:59Z', master, child, 'credits-given', 10_000, 650);
    await move('2026-10-01T03:00:00Z', master, child, 'credits-given', 20_000, 650);
    await move('2026-10-05T12:00:00Z', child, grandchild, 'credits-given', 5_000, 900);
    await moveBack('2026-10-06T12:00:00Z', child, master, 4_000, 650);
    await moveBack('2026-10-07T12:00:00Z', grandchild, child, 1_000, 900);
    await move('2026-10-08T12:00:00Z', grandchild, undefined, 'line-created', 300);
    await move('2026-10-08T12:00:00Z', master, undefined, 'line-extended', 200);
    await move('2026-10-08T12:00:00Z', admin, stranger, 'credits-given', 7_000, 700);
    await sumMovementMonths(ctx);
    await countLineMonths(ctx);
  });

  it('returns credits sold by the network minus the withdrawn ones and those of the account', async () => {
    const { financeiro, financeiro_proprio, as_of } = await read(master);
    expect([financeiro['09/2026'], financeiro['10/2026'], financeiro['08/2026']]).toEqual([
      650,
      1300 + 450 - 260 - 90,
      0,
    ]);
    expect([financeiro_proprio['09/2026'], financeiro_proprio['10/2026']]).toEqual([
      650,
      1300 - 260,
    ]);
    expect(as_of).toBe('21/11/2026 12:00');
  });

  it('returns to a seller only its own sales and those of its descendants', async () => {
    const { financeiro, financeiro_proprio } = await read(child);
    expect([financeiro['09/2026'], financeiro['10/2026']]).toEqual([0, 450 - 90]);
    expect(financeiro_proprio).toEqual(financeiro);
    expect((await read(grandchild)).financeiro['10/2026']).toBe(0);
  });

  it('returns to an admin all sales and the issued credits', async () => {
    const { financeiro, financeiro_proprio } = await read(admin);
    expect([financeiro['09/2026'], financeiro['10/2026']]).toEqual([
      5000 + 650,
      1300 + 450 - 260 - 90 + 490,
    ]);
    expect([financeiro_proprio['09/2026'], financeiro_proprio['10/2026']]).toEqual([5000, 490]);
  });

  it('returns incoming and outgoing credits whose difference is the change of the balance', async () => {
    const month = async (account: Person) =>
      (await read(account)).creditos.find(({ mes }) => mes === '10/2026');
    expect(await month(master)).toEqual({
      mes: '10/2026',
      recebidos: 40,
      consumidos: 2,
      enviados: 200,
    });
    expect(await month(child)).toEqual({
      mes: '10/2026',
      recebidos: 200 + 10,
      consumidos: 0,
      enviados: 50 + 40,
    });
    expect(await month(admin)).toEqual({
      mes: '10/2026',
      recebidos: 70,
      consumidos: 5,
      enviados: 250 + 40 + 10 - 50,
    });
  });
});

describe('lines', () => {
  interface Fate {
    readonly owner: Person;
    readonly platform: 'iptv' | 'p2p' | 'new-p2p';
    readonly isTrial?: boolean;
    readonly created: string;
    /** Day and new expiry of each extension. */
    readonly extended?: readonly (readonly [at: string, to: string])[];
    readonly ends: string;
    readonly deleted?: string;
    /** Day of the move to another platform. */
    readonly migrated?: string;
  }
  const at = (day: string) => `${day}T12:00:00Z`;
  let counter = 0;
  async function live({
    owner,
    platform,
    isTrial = false,
    created,
    extended = [],
    ends,
    deleted,
    migrated,
  }: Fate) {
    counter += 1;
    const { rows } = await ctx.owner.query<{ id: string }>(
      `insert into lines (platform, owner_id, username, password, is_trial, created_at, expires_at, short_code, deleted_at)
       values ($1, $2, $3, 'x', $4, $5, $6, $3, $7) returning id`,
      [
        platform,
        owner.id,
        `vida${counter}`,
        isTrial,
        at(created),
        at(extended.at(-1)?.[1] ?? ends),
        deleted ? at(deleted) : null,
      ],
    );
    const insertEvent = (when: string, kind: string, before: object | null, after: object) =>
      ctx.owner.query(
        `insert into events (at, kind, actor_id, account_id, line_id, before, after, source) values ($1, $2, $3, $3, $4, $5, $6, $7)`,
        [at(when), kind, owner.id, rows[0]!.id, before, after, platform === 'iptv' ? 1 : 2],
      );
    await insertEvent(created, 'line-created', null, {
      expiresAt: at(ends),
      ...(isTrial ? { testHours: 4 } : { hundredths: 100 }),
    });
    let end = ends;
    for (const [when, to] of extended) {
      await insertEvent(
        when,
        'line-extended',
        { expiresAt: at(end) },
        { expiresAt: at(to), hundredths: 100 },
      );
      end = to;
    }
    if (migrated)
      await insertEvent(
        migrated,
        'line-migrated',
        { platform },
        { platform: 'new-p2p', expiresAt: at(end), ...(isTrial ? { testHours: 4 } : {}) },
      );
  }

  beforeAll(async () => {
    // This line expired on 20 August, was renewed in September, and expired again in October.
    await live({
      owner: child,
      platform: 'iptv',
      created: '2026-07-20',
      ends: '2026-08-20',
      extended: [['2026-09-05', '2026-10-05']],
    });
    // Creates a line that was renewed in time and still runs.
    await live({
      owner: grandchild,
      platform: 'p2p',
      created: '2026-10-10',
      ends: '2026-11-10',
      extended: [['2026-11-09', '2026-12-10']],
    });
    await live({
      owner: grandchild,
      platform: 'new-p2p',
      created: '2026-11-02',
      ends: '2026-12-02',
      migrated: '2026-11-05',
    });
    // Two lines: one was deleted after it expired, the other before its expiry.
    await live({
      owner: master,
      platform: 'iptv',
      created: '2026-09-01',
      ends: '2026-10-01',
      deleted: '2026-10-20',
    });
    await live({
      owner: master,
      platform: 'iptv',
      created: '2026-09-01',
      ends: '2026-10-01',
      deleted: '2026-09-20',
    });
    await live({
      owner: master,
      platform: 'iptv',
      isTrial: true,
      created: '2026-10-02',
      ends: '2026-10-02',
      migrated: '2026-10-02',
    });
    await live({ owner: stranger, platform: 'iptv', created: '2026-11-03', ends: '2026-12-03' });
    // The months are counted again, because these past events were inserted after the first count.
    await countAnew();
  });

  const figures = async (account: Person) => {
    const body = await read(account);
    return {
      iptv: numbers(body.novos_usuarios_iptv),
      p2p: numbers(body.novos_usuarios_p2p),
      migrated: numbers(body.novos_usuarios_migrados),
      renewed: numbers(body.renovacoes),
      ended: numbers(body.vencimentos),
    };
  };

  it('counts created and renewed and expired lines of the network by month', async () => {
    expect(await figures(master)).toEqual({
      //     jun jul ago set out nov
      iptv: [0, 1, 0, 2, 0, 0],
      p2p: [0, 0, 0, 0, 1, 1],
      // A test that was migrated does not count as a migrated user.
      migrated: [0, 0, 0, 0, 0, 1],
      renewed: [0, 0, 0, 1, 0, 1],
      ended: [0, 0, 1, 0, 2, 0],
    });
    expect((await figures(grandchild)).p2p).toEqual([0, 0, 0, 0, 1, 1]);
    expect((await figures(stranger)).iptv).toEqual([0, 0, 0, 0, 0, 1]);
    expect((await figures(admin)).iptv).toEqual([0, 1, 0, 2, 0, 1]);
  });

  const storedMonths = async () =>
    (
      await ctx.owner.query(
        'select account_id, month::text, new_iptv, new_p2p, migrated, renewals, expiries from line_months order by 1, 2',
      )
    ).rows;
  const countAnew = async () => {
    await ctx.owner.query('delete from line_months_taken');
    await countLineMonths(ctx);
    return storedMonths();
  };

  it('returns the same counts after a complete new count', async () => {
    expect(await countAnew()).toEqual(await storedMonths());
    expect((await storedMonths()).length).toBeGreaterThan(4);
  });

  it('writes only changed rows and none in a second run', async () => {
    expect(await countLineMonths(ctx)).toBe(0);
    await live({ owner: stranger, platform: 'p2p', created: '2026-11-20', ends: '2026-12-20' });
    expect(await countLineMonths(ctx)).toBe(1);
  });

  it('counts correctly after a run missed at the end of a month', async () => {
    ctx.clock.set('2026-12-15T12:00:00Z');
    await live({
      owner: stranger,
      platform: 'iptv',
      created: '2026-11-28',
      ends: '2026-12-01',
      extended: [['2026-12-04', '2027-01-04']],
    });
    await live({ owner: stranger, platform: 'iptv', created: '2026-12-10', ends: '2027-01-10' });
    await countLineMonths(ctx);
    const before = await storedMonths();
    expect((await figures(stranger)).iptv).toEqual([0, 0, 0, 0, 2, 1]);
    expect((await figures(stranger)).ended.at(-1)).toBe(2);
    expect(await countAnew()).toEqual(before);
    ctx.clock.set(TODAY);
  });

  it('counts in only one process at a time', async () => {
    const other = await ctx.owner.connect();
    await other.query(`begin; select pg_advisory_xact_lock(hashtext('line-months'))`);
    await live({ owner: stranger, platform: 'p2p', created: '2026-11-20', ends: '2026-12-20' });
    expect(await countLineMonths(ctx)).toBe(0);
    await other.query('rollback');
    other.release();
    expect(await countLineMonths(ctx)).toBe(1);
  });

  it('counts all months again after a change of the time zone', async () => {
    // In Tokyo the last hours of October belong to November.
    await ctx.owner.query(
      `insert into events (at, kind, actor_id, account_id, source, after) values ('2026-10-31T20:00:00Z', 'line-created', $1, $1, 1, '{"hundredths": 100}')`,
      [child.id],
    );
    await countAnew();
    expect((await figures(child)).iptv.slice(-2)).toEqual([1, 0]);
    const zone = (
      await ctx.owner.query(`select pg_get_functiondef('ramal_timezone'::regproc) as was`)
    ).rows[0].was as string;
    await ctx.owner.query(
      `create or replace function ramal_timezone() returns text language sql immutable parallel safe return 'Asia/Tokyo'`,
    );
    try {
      await countLineMonths({ db: ctx.db, clock: { ...ctx.clock, timeZone: 'Asia/Tokyo' } });
    } finally {
      await ctx.owner.query(zone);
    }
    expect((await figures(child)).iptv.slice(-2)).toEqual([0, 1]);
  });
});
