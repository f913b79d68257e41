/**
 * Writes the business of the drawings of «Números»: 312 customers on 20/11/2026, where they came
 * from, and the money of November.
 */
import type { LineOrigin } from '@ramal/contract/lines/line-origins';
import type { Person } from '../../test/accounts.ts';
import type { TestContext } from '../../test/context.ts';
import { type Act, writeCharge, writeHistory } from './numbers.fixtures.ts';

/** Time of the drawings. */
export const DRAWN_AT = '2026-11-20T17:32:00Z';

/** Plans by their price for a month in reais. */
const plans = {
  35: { hundredths: 100, months: 1 },
  33: { hundredths: 300, months: 3 },
  31: { hundredths: 500, months: 6 },
  29: { hundredths: 1_000, months: 12 },
} as const;
type Plan = keyof typeof plans;

/** Number of customers of each origin and plan. */
type Counts = Partial<Record<LineOrigin, Partial<Record<Plan, number>>>>;

const remaining: Counts = {
  referral: { 35: 26, 31: 14 },
  chatbot: { 35: 14, 33: 10 },
  own: { 35: 85, 29: 25 },
  storefront: { 35: 39, 33: 31, 31: 21 },
};
const newAfterTest: Counts = {
  storefront: { 35: 8, 33: 14 },
  chatbot: { 35: 1, 33: 4 },
  referral: { 35: 7 },
  own: { 35: 2 },
};
const newWithoutTest: Counts = {
  storefront: { 35: 3 },
  chatbot: { 35: 1 },
  own: { 35: 1 },
};
const lost: Counts = {
  referral: { 35: 1 },
  chatbot: { 33: 3 },
  own: { 35: 7 },
  storefront: { 33: 10 },
};
const changedTo: Counts = { storefront: { 33: 3, 31: 3 } };

/** Tests whose customers did not pay. */
const testsInVain: Partial<Record<LineOrigin, number>> = {
  storefront: 69,
  chatbot: 20,
  referral: 18,
  own: 21,
};

const buy = (kind: string, at: string, until: string, plan: Plan): Act => ({
  at: `${at}T15:00:00Z`,
  kind,
  until: `${until}T15:00:00Z`,
  hundredths: plans[plan].hundredths,
});
const trial = (at: string): Act => ({
  at: `${at}T12:00:00Z`,
  kind: 'line-created',
  until: `${at}T18:00:00Z`,
  testHours: 6,
  device: 'TV Samsung',
});

const histories: readonly (readonly [Counts, (plan: Plan) => Act[]])[] = [
  [remaining, (plan) => [buy('line-created', '2026-08-01', '2026-12-10', plan)]],
  [
    newAfterTest,
    (plan) => [trial('2026-11-08'), buy('line-promoted', '2026-11-09', '2026-12-09', plan)],
  ],
  [newWithoutTest, (plan) => [buy('line-created', '2026-11-09', '2026-12-09', plan)]],
  [lost, (plan) => [buy('line-created', '2026-08-01', '2026-11-05', plan)]],
  [
    changedTo,
    (plan) => [
      buy('line-created', '2026-08-01', '2026-11-05', 35),
      buy('line-extended', '2026-11-02', '2027-05-05', plan),
    ],
  ],
];

export async function writeDrawnBusiness(ctx: TestContext, owner: Person): Promise<void> {
  await enterPrices(ctx, owner);
  const ids: number[] = [];
  for (const [counts, acts] of histories)
    for (const [origin, byPlan] of Object.entries(counts))
      for (const [plan, count] of Object.entries(byPlan))
        for (let number = 0; number < count; number += 1)
          ids.push(
            await writeHistory(ctx, {
              owner,
              origin: origin as LineOrigin,
              acts: acts(Number(plan) as Plan),
            }),
          );
  await writeHistory(ctx, {
    owner,
    origin: 'storefront',
    acts: [
      { at: '2026-08-01T15:00:00Z', kind: 'line-price-set', cents: 3_400 },
      buy('line-created', '2026-08-01', '2026-11-05', 35),
    ],
  });
  for (const [origin, count] of Object.entries(testsInVain))
    for (let number = 0; number < count; number += 1)
      await writeHistory(ctx, { owner, origin: origin as LineOrigin, acts: [trial('2026-11-10')] });
  await writeMoney(ctx, owner, ids[0]!);
}

async function enterPrices({ owner: db }: TestContext, { id }: Person): Promise<void> {
  for (const [price, { months }] of Object.entries(plans))
    await db.query('insert into plan_prices (account_id, months, cents) values ($1, $2, $3)', [
      id,
      months,
      Number(price) * 100 * months,
    ]);
  await db.query(
    'insert into number_settings (account_id, pix_fee, message_cents) values ($1, 100, 9)',
    [id],
  );
}

/** 224 payments and a returned one of October, and the costs of November. */
async function writeMoney(ctx: TestContext, owner: Person, line: number): Promise<void> {
  const month = { owner, line, cents: 3_500, months: 1, paidAt: '2026-11-03T15:00:00Z' };
  for (let number = 0; number < 204; number += 1) await writeCharge(ctx, month);
  for (let number = 0; number < 20; number += 1)
    await writeCharge(ctx, { ...month, method: 'card' });
  await writeCharge(ctx, { ...month, cents: 4_100, method: 'card' });
  await writeCharge(ctx, {
    ...month,
    paidAt: '2026-10-10T15:00:00Z',
    reversedAt: '2026-11-12T15:00:00Z',
  });
  await spendCredits(ctx, owner, 14_800);
  await sendMessages(ctx, owner, line, 940);
  for (const [name, kind, cents, isMonthly] of [
    ['Servidor 1', 'server', 25_000, true],
    ['Servidor 2', 'server', 13_000, true],
    ['Anúncio do Instagram', 'channel', 30_000, false],
    ['Anúncio do Google', 'channel', 15_000, false],
  ] as const)
    await ctx.owner.query(
      `insert into costs (account_id, name, kind, cents, since, is_monthly, first_month, last_month, is_correction)
       values ($1, $2, $3, $4, '2026-11-05', $5, '2026-11-01', case when $5 then null else '2026-11-01'::date end, false)`,
      [owner.id, name, kind, cents, isMonthly],
    );
}

async function spendCredits(
  { owner: db }: TestContext,
  { id }: Person,
  hundredths: number,
): Promise<void> {
  await db.query(
    `insert into entries (at, from_wallet, to_wallet, amount, reason, actor_id, unit_price_cents)
     select at, from_wallet, to_wallet, amount, reason, $1, price
     from (select id from wallets where account_id = $1 and kind = 'balance') own,
       (select id from wallets where kind = 'issuance') issuance,
       (select id from wallets where kind = 'consumption') consumption,
       lateral (values
         ('2026-10-01T12:00:00Z'::timestamptz, issuance.id, own.id, $2::bigint, 'credits-given', 650),
         ('2026-11-04T12:00:00Z', own.id, consumption.id, $2, 'line-extended', null)
       ) move (at, from_wallet, to_wallet, amount, reason, price)`,
    [id, hundredths],
  );
}

/** Sends reminders by WhatsApp on 5 November. */
export async function sendMessages(
  { owner: db }: TestContext,
  { id }: Person,
  line: number,
  count: number,
): Promise<void> {
  await db.query(
    `with told as (
       insert into reminder_texts (account_id, kind, days, body, saved_at) values ($1, 'due', 0, 'Vence hoje', now())
       returning id
     )
     insert into reminders (account_id, line_id, period, kind, days, text_id, due_at, day, body, facts, state, channel,
       planned_at, until, sent_at)
     select $1, $2, n, 'due', 0, told.id, '2026-11-05', '2026-11-05', 'Vence hoje', '{}', 'sent', 'whatsapp',
       '2026-11-05', '2026-11-06', '2026-11-05T12:00:00Z'
     from told, generate_series(1, $3::int) n`,
    [id, line, count],
  );
}
