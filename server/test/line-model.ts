/**
 * Model of a line that is small enough to verify by reading. It predicts expiry, money and history
 * after every act. It implements the rules of the specification independently, without code of the
 * server.
 */
import type { ErrorCode } from '@ramal/contract/api/errors';
import type { PlatformKey } from '@ramal/contract/rules/platforms';
import { TEST_HOURS, terms } from '@ramal/contract/rules/terms';
import fc from 'fast-check';

export const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];
/** São Paulo has had a constant offset since 2019. */
const ZONE = -3 * HOUR;
export const toDayNumber = (at: number) => Math.floor((at + ZONE) / DAY);
export const asText = (day: number) => new Date(day * DAY).toISOString().slice(0, 10);

const plain = [
  'trust',
  'end-of-day',
  'switch',
  'edit',
  'whatsapp',
  'renew-password',
  'recreate',
  'sync',
  'delete',
] as const;

export type Step =
  | { does: 'wait'; ms: number }
  | { does: 'extend'; term: number; byParent: boolean }
  | { does: 'promote'; term: number; byParent: boolean }
  | { does: 'roll-back'; days: number }
  | { does: 'migrate'; newP2p: boolean }
  | { does: 'restore' }
  | { does: (typeof plain)[number] };
export type Act = Exclude<Step, { does: 'wait' }>;

const named = <const Name extends Step['does']>(does: Name) => ({ does: fc.constant(does) });

export const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ ...named('wait'), ms: fc.integer({ min: 1, max: 40 * DAY }) }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      ...named('extend'),
      term: fc.nat(terms.length - 1),
      byParent: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      ...named('promote'),
      term: fc.nat(terms.length - 1),
      byParent: fc.boolean(),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ ...named('roll-back'), days: fc.integer({ min: 0, max: 4 }) }),
  },
  { weight: 4, arbitrary: fc.record({ ...named('migrate'), newP2p: fc.boolean() }) },
  { weight: 10, arbitrary: fc.record({ does: fc.constantFrom(...plain) }) },
  // This weight is high, so that deleted lines are often restored and then used again.
  { weight: 3, arbitrary: fc.record(named('restore')) },
);

export type Start =
  | { from: 'form'; platform: PlatformKey; term: number }
  | { from: 'test'; platform: PlatformKey; hours: number }
  | { from: 'code' };

const anyPlatform = fc.constantFrom<PlatformKey>('iptv', 'p2p', 'new-p2p');
export const start: fc.Arbitrary<Start> = fc.oneof(
  fc.record({
    from: fc.constant('form' as const),
    platform: anyPlatform,
    term: fc.nat(terms.length - 1),
  }),
  fc.record({
    from: fc.constant('test' as const),
    platform: anyPlatform,
    hours: fc.constantFrom(...TEST_HOURS),
  }),
  fc.record({ from: fc.constant('code' as const) }),
);

export interface Model {
  platform: PlatformKey;
  expiry: number;
  trial: boolean;
  on: boolean;
  deletedAt: number | undefined;
  trusted: boolean;
  rolledBackFrom: number | undefined;
  /** Number of edits of the line. `numbers` is the number of changes of its WhatsApp number. */
  edits: number;
  numbers: number;
  balances: { owner: number; parent: number };
  /**
   * Milliseconds that the line received: paid days, days of trust, extensions to 23:59, and the
   * time during which it was expired.
   */
  deserved: number;
  events: string[];
}

export function createModel(first: Start, born: number, balances: Model['balances']): Model {
  const term = first.from === 'form' ? terms[first.term]! : terms.find(({ days }) => days === 30)!;
  const trial = first.from === 'test';
  const duration = trial ? first.hours * HOUR : term.days * DAY;
  return {
    platform: first.from === 'code' ? 'new-p2p' : first.platform,
    expiry: born + duration,
    trial,
    on: true,
    deletedAt: undefined,
    trusted: false,
    rolledBackFrom: undefined,
    edits: 0,
    numbers: 0,
    balances: { ...balances, owner: balances.owner - (trial ? 0 : term.hundredths) },
    deserved: duration,
    events: ['line-created'],
  };
}

/**
 * Changes the model as the act changes the line. If the act must be rejected, returns the error
 * code and changes nothing.
 */
export function applyToModel(model: Model, action: Act, now: number): ErrorCode | undefined {
  const base = model.expiry > now ? model.expiry : Math.floor(now / MINUTE) * MINUTE;
  const event = (kind: string): undefined => void model.events.push(kind);
  if (action.does === 'restore') {
    if (model.deletedAt === undefined) return 'line_not_found';
    if (model.deletedAt < now - 30 * DAY) return 'line_restore_expired';
    model.deletedAt = undefined;
    return event('line-restored');
  }
  if (model.deletedAt !== undefined) return 'line_not_found';
  switch (action.does) {
    case 'extend': {
      const { hundredths, days } = terms[action.term]!;
      const payer = action.byParent ? 'parent' : 'owner';
      if (model.trial) return 'trial_not_renewable';
      if (model.balances[payer] < hundredths) return 'insufficient_credits';
      model.balances[payer] -= hundredths;
      model.deserved += base - model.expiry + days * DAY;
      Object.assign(model, {
        expiry: base + days * DAY,
        trusted: false,
        rolledBackFrom: undefined,
      });
      return event('line-extended');
    }
    case 'promote': {
      const { hundredths, days } = terms[action.term]!;
      const payer = action.byParent ? 'parent' : 'owner';
      if (!model.trial) return 'line_already_official';
      if (model.balances[payer] < hundredths) return 'insufficient_credits';
      model.balances[payer] -= hundredths;
      const begins = Math.floor(now / MINUTE) * MINUTE;
      model.deserved += begins - model.expiry + days * DAY;
      Object.assign(model, {
        trial: false,
        on: true,
        expiry: begins + days * DAY,
        rolledBackFrom: undefined,
      });
      return event('line-promoted');
    }
    case 'trust':
      if (model.trial) return 'trial_not_renewable';
      if (model.trusted) return 'trust_used';
      model.deserved += base - model.expiry + 48 * HOUR;
      Object.assign(model, { expiry: base + 48 * HOUR, trusted: true });
      return event('line-trusted');
    case 'end-of-day': {
      if (model.trial) return 'trial_not_renewable';
      if (model.expiry <= now) return 'line_expired';
      const end = (toDayNumber(model.expiry) + 1) * DAY - MINUTE - ZONE;
      model.deserved += Math.max(0, end - model.expiry);
      model.expiry = end;
      return event('line-end-of-day');
    }
    case 'roll-back': {
      const current = toDayNumber(model.expiry);
      const earliest = Math.min(current, toDayNumber(model.rolledBackFrom ?? model.expiry) - 3);
      if (current - action.days < earliest) return 'rollback_out_of_range';
      if (action.days <= 0) return 'rollback_not_earlier';
      model.rolledBackFrom ??= model.expiry;
      model.expiry -= action.days * DAY;
      return event('line-rolled-back');
    }
    case 'migrate':
      if (model.expiry <= now) return 'migration_expired';
      model.platform = model.platform === 'iptv' ? (action.newP2p ? 'new-p2p' : 'p2p') : 'iptv';
      return event('line-migrated');
    case 'switch':
      model.on = !model.on;
      return event(model.on ? 'line-switched-on' : 'line-switched-off');
    case 'edit':
      model.edits += 1;
      return event('line-edited');
    case 'whatsapp':
      model.numbers += 1;
      return event('line-whatsapp-set');
    case 'delete':
      model.deletedAt = now;
      return event('line-deleted');
    case 'renew-password':
      return event('line-password-renewed');
    case 'recreate':
      return event('line-recreated');
    case 'sync':
      // The specification has this event only for the P2P services.
      return model.platform === 'iptv' ? undefined : event('line-synced');
  }
}
