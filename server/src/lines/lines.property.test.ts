/**
 * Any sequence of acts on a line of any platform, against a model small enough to be believed: the expiry is exactly
 * what was paid for, plus trust and 23:59; the money is exact; every change has its event.
 */
import {
  editIptvLine,
  endOfDayIptvLine,
  extendIptvLine,
  switchIptvLine,
  trustIptvLine,
} from '@ramal/contract/iptv-lines';
import { newP2pLines, p2pLines } from '@ramal/contract/p2p-lines';
import { TEST_HOURS, terms } from '@ramal/contract/terms';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TODAY, type TestHouse, call, openTestHouse } from '../../test/house.ts';
import { type Person, balanceOf, line, p2pLine, person } from '../../test/people.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await openTestHouse();
});
afterAll(() => house.close());

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];
/** São Paulo has kept one offset since 2019. */
const ZONE = -3 * HOUR;
const dayOf = (at: number) => Math.floor((at + ZONE) / DAY);
const asText = (day: number) => new Date(day * DAY).toISOString().slice(0, 10);

/** The documents' acts, as each platform has them. */
const platforms = {
  iptv: {
    make: line,
    extend: extendIptvLine,
    trust: trustIptvLine,
    endOfDay: endOfDayIptvLine,
    toggle: switchIptvLine,
    edit: editIptvLine,
    editNote: editIptvLine,
  },
  p2p: {
    ...p2pLines,
    make: (at: TestHouse, owner: Person, body: Record<string, unknown>) =>
      p2pLine(at, owner, p2pLines, body),
  },
  'new-p2p': {
    ...newP2pLines,
    make: (at: TestHouse, owner: Person, body: Record<string, unknown>) =>
      p2pLine(at, owner, newP2pLines, body),
  },
};
type PlatformActs = (typeof platforms)[keyof typeof platforms];

type Step =
  | { does: 'wait'; ms: number }
  | { does: 'extend'; term: number; byParent: boolean }
  | { does: 'roll-back'; days: number }
  | { does: 'trust' }
  | { does: 'end-of-day' }
  | { does: 'switch' }
  | { does: 'edit' };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('wait' as const),
      ms: fc.integer({ min: 1, max: 40 * DAY }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('extend' as const),
      term: fc.nat(terms.length - 1),
      byParent: fc.boolean(),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      does: fc.constant('roll-back' as const),
      days: fc.integer({ min: 0, max: 4 }),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.constantFrom<Step>(
      { does: 'trust' },
      { does: 'end-of-day' },
      { does: 'switch' },
      { does: 'edit' },
    ),
  },
);

const start = fc.oneof(
  fc.record({ trial: fc.constant(false as const), term: fc.nat(terms.length - 1) }),
  fc.record({ trial: fc.constant(true as const), hours: fc.constantFrom(...TEST_HOURS) }),
);

interface Model {
  expiry: number;
  trial: boolean;
  on: boolean;
  trusted: boolean;
  rolledBackFrom: number | undefined;
  edits: number;
  balances: { owner: number; parent: number };
  /** Time that was paid for, given as trust, put up to 23:59, or passed while the line had lapsed. */
  deserved: number;
  events: string[];
}

/** What the line must be after the step; the refusal's code where it must be refused. */
function foresee(model: Model, doing: Step, now: number): string | undefined {
  const base = model.expiry > now ? model.expiry : Math.floor(now / MINUTE) * MINUTE;
  const event = (kind: string) => void model.events.push(kind);
  if (doing.does === 'extend') {
    const { hundredths, days } = terms[doing.term]!;
    const payer = doing.byParent ? 'parent' : 'owner';
    if (model.trial) return 'trial_not_renewable';
    if (model.balances[payer] < hundredths) return 'insufficient_credits';
    model.balances[payer] -= hundredths;
    model.deserved += base - model.expiry + days * DAY;
    Object.assign(model, { expiry: base + days * DAY, trusted: false, rolledBackFrom: undefined });
    return event('line-extended');
  }
  if (doing.does === 'trust') {
    if (model.trial) return 'trial_not_renewable';
    if (model.trusted) return 'trust_used';
    model.deserved += base - model.expiry + 48 * HOUR;
    Object.assign(model, { expiry: base + 48 * HOUR, trusted: true });
    return event('line-trusted');
  }
  if (doing.does === 'end-of-day') {
    if (model.trial) return 'trial_not_renewable';
    if (model.expiry <= now) return 'line_expired';
    model.expiry = (dayOf(model.expiry) + 1) * DAY - MINUTE - ZONE;
    model.deserved += DAY;
    return event('line-end-of-day');
  }
  if (doing.does === 'roll-back') {
    const current = dayOf(model.expiry);
    const earliest = Math.min(current, dayOf(model.rolledBackFrom ?? model.expiry) - 3);
    if (current - doing.days < earliest) return 'rollback_out_of_range';
    if (doing.days <= 0) return 'rollback_not_earlier';
    model.rolledBackFrom ??= model.expiry;
    model.expiry -= doing.days * DAY;
    return event('line-rolled-back');
  }
  if (doing.does === 'switch') {
    model.on = !model.on;
    return event(model.on ? 'line-switched-on' : 'line-switched-off');
  }
  if (doing.does === 'edit') {
    model.edits += 1;
    return event('line-edited');
  }
  return undefined;
}

function send(
  acts: PlatformActs,
  doing: Exclude<Step, { does: 'wait' }>,
  id: number,
  model: Model,
  owner: Person,
  parent: Person,
) {
  const by = { token: doing.does === 'extend' && doing.byParent ? parent.token : owner.token };
  const params = { id };
  if (doing.does === 'extend') {
    return call(house, acts.extend, { params, body: { credits: terms[doing.term]!.credits } }, by);
  }
  if (doing.does === 'trust') return call(house, acts.trust, { params, body: {} }, by);
  if (doing.does === 'end-of-day') return call(house, acts.endOfDay, { params, body: {} }, by);
  if (doing.does === 'switch') return call(house, acts.toggle, { params, body: {} }, by);
  if (doing.does === 'edit')
    return call(house, acts.editNote, { params, body: { nota: `Edição ${model.edits}` } }, by);
  const exp_day = asText(dayOf(model.expiry) - doing.days);
  return call(house, acts.edit, { params, body: { flagVencimento: 1, exp_day } }, by);
}

it('expiry, money and events are what the acts deserve', async () => {
  const until = '2036-01-01';
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...Object.values(platforms)),
      start,
      fc.array(step, { minLength: 1, maxLength: 14 }),
      async (acts, first, steps) => {
        house.clock.set(TODAY);
        const parent = await person(house, { balance: 700, until });
        const owner = await person(house, {
          parent,
          balance: 2200,
          grants: ['lines.new-p2p'],
          until,
        });
        const made = await acts.make(
          house,
          owner,
          first.trial
            ? { isOficial: false, test_hours: first.hours }
            : { credits: terms[first.term]!.credits },
        );
        const born = house.clock.now().getTime();
        const given = first.trial ? first.hours * HOUR : terms[first.term]!.days * DAY;
        const model: Model = {
          expiry: born + given,
          trial: first.trial,
          on: true,
          trusted: false,
          rolledBackFrom: undefined,
          edits: 0,
          balances: {
            owner: 2200 - (first.trial ? 0 : terms[first.term]!.hundredths),
            parent: 700,
          },
          deserved: given,
          events: ['line-created'],
        };

        for (const doing of steps) {
          if (doing.does === 'wait') {
            house.clock.forward(doing.ms);
            continue;
          }
          const sending = send(
            acts,
            doing,
            made.id,
            { ...model, edits: model.edits + 1 },
            owner,
            parent,
          );
          const refusal = foresee(model, doing, house.clock.now().getTime());
          const { status, body } = await sending;
          expect([doing, status, body.code]).toEqual([doing, refusal ? 422 : 200, refusal]);
          await expectKept(made.id, model, owner, parent);
          expect(model.expiry - born).toBeLessThanOrEqual(model.deserved);
        }
      },
    ),
    { numRuns: 80 },
  );
}, 120_000);

async function expectKept(id: number, model: Model, owner: Person, parent: Person): Promise<void> {
  const { rows } = await house.owner.query(
    `select l.expires_at, l.is_on, l.is_trial, l.note, array(select kind from events where line_id = l.id order by id) as events,
      (select coalesce(sum(amount), 0)::int from entries where line_id = l.id) as paid
     from lines l where id = $1`,
    [id],
  );
  const balances = {
    owner: await balanceOf(house, owner.id),
    parent: await balanceOf(house, parent.id),
  };
  expect({ ...rows[0], expires_at: rows[0].expires_at.getTime(), balances }).toEqual({
    expires_at: model.expiry,
    is_on: model.on,
    is_trial: model.trial,
    note: model.edits === 0 ? 'Cliente' : `Edição ${model.edits}`,
    events: model.events,
    paid: 2900 - model.balances.owner - model.balances.parent,
    balances: model.balances,
  });
}
