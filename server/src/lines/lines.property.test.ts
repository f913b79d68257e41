/**
 * Runs random sequences of actions on a line, across platforms, and compares the line with the
 * model in test/line-model.ts. The expiry must equal the paid time plus trust and 23:59. The
 * charged credits must be exact. Every change has one event, and a refusal changes nothing.
 */
import { createLineFromCode } from '@ramal/contract/activation';
import type { Endpoint } from '@ramal/contract/api/endpoint';
import { errorStatus } from '@ramal/contract/api/errors';
import {
  deleteIptvLine,
  editIptvLine,
  endOfDayIptvLine,
  extendIptvLine,
  promoteIptvLine,
  switchIptvLine,
  trustIptvLine,
} from '@ramal/contract/lines/iptv-lines';
import {
  migrateIptvToNewP2p,
  migrateIptvToP2p,
  migrateNewP2pToIptv,
  migrateP2pToIptv,
} from '@ramal/contract/lines/line-migrations';
import {
  newP2pUpkeepCalls,
  p2pUpkeepCalls,
  recreateIptvLine,
} from '@ramal/contract/lines/line-recreation';
import { renewLinePassword, restoreLine, setLineWhatsapp } from '@ramal/contract/lines/lines';
import { newP2pLines, p2pLines } from '@ramal/contract/lines/p2p-lines';
import type { PlatformKey } from '@ramal/contract/rules/platforms';
import { terms } from '@ramal/contract/rules/terms';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { app } from '../../test/activation.ts';
import { TODAY, type TestContext, call, createTestContext } from '../../test/context.ts';
import {
  type Act,
  DAY,
  type Model,
  type Start,
  type Step,
  asText,
  createModel,
  toDayNumber,
  applyToModel,
  start,
  step,
} from '../../test/line-model.ts';
import { type Person, readAccountBalance, line, p2pLine, person } from '../../test/accounts.ts';
import { runs, timeLimit } from '../../test/property-runs.ts';

const UNTIL = '2036-01-01';

let ctx: TestContext;
let admin: Person;
beforeAll(async () => {
  ctx = await createTestContext();
  admin = await person(ctx, { profile: 'admin', grants: ['lines.new-p2p'], until: UNTIL });
});
afterAll(() => ctx.close());

/** Calls of the actions, by platform. */
const platforms = {
  iptv: {
    extend: extendIptvLine,
    promote: promoteIptvLine,
    trust: trustIptvLine,
    endOfDay: endOfDayIptvLine,
    toggle: switchIptvLine,
    edit: editIptvLine,
    editNote: editIptvLine,
    remove: deleteIptvLine,
    recreate: recreateIptvLine,
    sync: undefined,
    migrate: [migrateIptvToP2p, migrateIptvToNewP2p],
    plan: { productid: 1 },
  },
  p2p: {
    ...p2pLines,
    ...p2pUpkeepCalls,
    migrate: [migrateP2pToIptv, migrateP2pToIptv],
    plan: { package: 1 },
  },
  'new-p2p': {
    ...newP2pLines,
    ...newP2pUpkeepCalls,
    migrate: [migrateNewP2pToIptv, migrateNewP2pToIptv],
    plan: { package: 1 },
  },
} as const;

async function make(owner: Person, first: Start): Promise<number> {
  if (first.from === 'code') {
    const { code } = await app(ctx);
    return (await call(ctx, createLineFromCode, { body: { code } }, owner)).body.id;
  }
  const body =
    first.from === 'test'
      ? { isOficial: false, test_hours: first.hours }
      : { credits: terms[first.term]!.credits };
  const makers: Record<PlatformKey, () => Promise<{ id: number }>> = {
    iptv: () => line(ctx, owner, body),
    p2p: () => p2pLine(ctx, owner, p2pLines, body),
    'new-p2p': () => p2pLine(ctx, owner, newP2pLines, body),
  };
  return (await makers[first.platform]()).id;
}

interface Request {
  readonly endpoint: Endpoint;
  readonly body?: Record<string, unknown>;
  readonly by?: Person;
}

/**
 * The call of an action, given the model's state before it; undefined if the platform has no such
 * action.
 */
function requestOf(action: Act, before: Model, parent: Person): Request | undefined {
  const acts = platforms[before.platform];
  switch (action.does) {
    case 'extend':
    case 'promote': {
      const body = { credits: terms[action.term]!.credits };
      return { endpoint: acts[action.does], body, ...(action.byParent ? { by: parent } : {}) };
    }
    case 'roll-back': {
      const exp_day = asText(toDayNumber(before.expiry) - action.days);
      return { endpoint: acts.edit, body: { flagVencimento: 1, exp_day } };
    }
    case 'migrate':
      return { endpoint: acts.migrate[action.newP2p ? 1 : 0], body: acts.plan };
    case 'edit':
      return { endpoint: acts.editNote, body: { nota: noteOf(before.edits + 1) } };
    case 'whatsapp':
      return { endpoint: setLineWhatsapp, body: { whatsapp: numberOf(before.numbers + 1) } };
    case 'restore':
      return { endpoint: restoreLine, by: admin };
    case 'sync':
      return acts.sync && { endpoint: acts.sync };
    case 'trust':
      return { endpoint: acts.trust };
    case 'end-of-day':
      return { endpoint: acts.endOfDay };
    case 'switch':
      return { endpoint: acts.toggle };
    case 'renew-password':
      return { endpoint: renewLinePassword };
    case 'recreate':
      return { endpoint: acts.recreate };
    case 'delete':
      return { endpoint: acts.remove };
  }
}

const noteOf = (edits: number) => `Edição ${edits}`;
const numberOf = (numbers: number) => String(5_511_900_000_000 + numbers);

it(
  'derives expiry and money and events exactly from any sequence of actions',
  async () => {
    const balances = { owner: 2200, parent: 700 };
    const tried = new Set<string>();
    await fc.assert(
      fc.asyncProperty(
        start,
        fc.array(step, { minLength: 1, maxLength: 20 }),
        async (first, steps) => {
          ctx.clock.set(TODAY);
          const grants = ['lines.new-p2p', 'lines.migrate-new-p2p'] as const;
          const parent = await person(ctx, { balance: balances.parent, grants, until: UNTIL });
          const owner = await person(ctx, {
            parent,
            balance: balances.owner,
            grants,
            until: UNTIL,
          });
          const id = await make(owner, first);
          const born = ctx.clock.now().getTime();
          const model = createModel(first, born, balances);
          await expectKept(id, model, owner, parent);

          for (const action of steps) {
            if (action.does === 'wait') {
              ctx.clock.forward(action.ms);
              continue;
            }
            const request = requestOf(action, model, parent);
            if (!request) continue;
            const { endpoint, body = {}, by: actor = owner } = request;
            const sending = call(ctx, endpoint, { params: { id }, body }, { token: actor.token });
            const refusal = applyToModel(model, action, ctx.clock.now().getTime());
            const reply = await sending;
            expect([action, reply.status, reply.body.code]).toEqual([
              action,
              refusal ? errorStatus(refusal) : 200,
              refusal,
            ]);
            tried.add(refusal ?? action.does);
            await expectKept(id, model, owner, parent);
            expect(model.expiry - born).toBeLessThanOrEqual(model.deserved);
          }
        },
      ),
      { numRuns: runs(80), examples },
    );
    // All runs together must perform every action and get every refusal.
    expect(tried).toEqual(new Set(met.split(' ')));
  },
  timeLimit(120_000),
);

const met =
  'extend promote roll-back migrate trust end-of-day switch edit whatsapp renew-password recreate sync delete restore ' +
  'trial_not_renewable insufficient_credits trust_used line_expired rollback_out_of_range rollback_not_earlier ' +
  'migration_expired line_not_found line_restore_expired line_already_official';

/** Cases that random runs rarely reach. */
const examples: [Start, Step[]][] = [
  [
    { from: 'code' },
    [
      { does: 'sync' },
      { does: 'migrate', newP2p: false },
      { does: 'trust' },
      { does: 'trust' },
      { does: 'end-of-day' },
      { does: 'migrate', newP2p: true },
      { does: 'roll-back', days: 3 },
      { does: 'roll-back', days: 1 },
      { does: 'roll-back', days: 0 },
      { does: 'extend', term: 1, byParent: true },
      { does: 'extend', term: 6, byParent: true },
      { does: 'switch' },
      { does: 'edit' },
      { does: 'whatsapp' },
      { does: 'renew-password' },
      { does: 'recreate' },
      { does: 'delete' },
      { does: 'trust' },
      { does: 'restore' },
    ],
  ],
  // Some benefits can be used only once. These actions must not make them available again.
  [
    { from: 'form', platform: 'iptv', term: 1 },
    [
      { does: 'trust' },
      { does: 'roll-back', days: 2 },
      { does: 'delete' },
      { does: 'restore' },
      { does: 'trust' },
      { does: 'roll-back', days: 2 },
      { does: 'migrate', newP2p: true },
      { does: 'trust' },
      { does: 'roll-back', days: 2 },
      { does: 'recreate' },
      { does: 'trust' },
    ],
  ],
  [
    { from: 'form', platform: 'p2p', term: 0 },
    [
      { does: 'wait', ms: 20 * DAY },
      { does: 'end-of-day' },
      { does: 'migrate', newP2p: false },
      { does: 'delete' },
      { does: 'wait', ms: 30 * DAY + 1 },
      { does: 'restore' },
    ],
  ],
  [
    { from: 'test', platform: 'iptv', hours: 6 },
    [
      { does: 'extend', term: 1, byParent: false },
      { does: 'migrate', newP2p: true },
      { does: 'wait', ms: 2 * DAY },
      { does: 'switch' },
      { does: 'promote', term: 6, byParent: true },
      { does: 'promote', term: 2, byParent: false },
      { does: 'promote', term: 2, byParent: false },
      { does: 'trust' },
      { does: 'roll-back', days: 3 },
      { does: 'migrate', newP2p: false },
      { does: 'extend', term: 1, byParent: true },
    ],
  ],
];

async function expectKept(id: number, model: Model, owner: Person, parent: Person): Promise<void> {
  const { rows } = await ctx.owner.query(
    `select l.platform, l.owner_id::int as owner, l.expires_at, l.is_on, l.is_trial, l.deleted_at is not null as deleted,
      case when l.note ~ '^Edição' then l.note end as note, l.whatsapp,
      array(select kind from events where line_id = l.id order by id) as events,
      (select coalesce(sum(amount), 0)::int from entries where line_id = l.id) as paid
     from lines l where id = $1`,
    [id],
  );
  const balances = {
    owner: await readAccountBalance(ctx, owner.id),
    parent: await readAccountBalance(ctx, parent.id),
  };
  expect({ ...rows[0], expires_at: rows[0].expires_at.getTime(), balances }).toEqual({
    platform: model.platform,
    owner: owner.id,
    expires_at: model.expiry,
    is_on: model.on,
    is_trial: model.trial,
    deleted: model.deletedAt !== undefined,
    note: model.edits === 0 ? null : noteOf(model.edits),
    whatsapp: model.numbers === 0 ? null : numberOf(model.numbers),
    events: model.events,
    paid: 2900 - model.balances.owner - model.balances.parent,
    balances: model.balances,
  });
}
