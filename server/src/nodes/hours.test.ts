import { expect, it } from 'vitest';
import { type Presence, toHours } from './hours.ts';

const NOW = new Date('2026-11-21T15:30:00Z');
const row = (time: string, values: Partial<Presence>): Presence => ({
  kind: 'panel',
  name: 'painel-1',
  hour: new Date(`2026-11-${time}:00:00Z`),
  address: null,
  firstAt: new Date(`2026-11-${time}:00:05Z`),
  lastAt: new Date(`2026-11-${time}:59:55Z`),
  wellSeconds: 3590,
  lateSeconds: 0,
  ...values,
});

it('shows each hour since the first heartbeat by the time in which heartbeats are missing', () => {
  const presence = [
    row('21T08', { firstAt: new Date('2026-11-21T08:50:00Z'), wellSeconds: 590 }),
    row('21T09', {}),
    row('21T10', { wellSeconds: 3400 }),
    row('21T11', { wellSeconds: 1200 }),
    // No heartbeat at 12.
    row('21T13', { wellSeconds: 3000, lateSeconds: 590 }),
    row('21T14', { wellSeconds: 3545 }),
    row('21T15', { wellSeconds: 1790 }),
  ];
  const hours = toHours(presence, NOW);
  expect(hours).toHaveLength(24);
  expect(hours.slice(0, 16)).toEqual(Array.from({ length: 16 }, () => 'none'));
  expect(hours.slice(16)).toEqual(['up', 'up', 'trouble', 'down', 'down', 'trouble', 'up', 'up']);
});

it('counts hours before the strip as known', () => {
  const hours = toHours([row('20T10', {}), row('21T15', { wellSeconds: 1795 })], NOW);
  expect(hours.slice(0, 23)).toEqual(Array.from({ length: 23 }, () => 'down'));
  expect(hours.at(-1)).toBe('up');
});

it('shows nothing for a node without heartbeats', () => {
  expect(new Set(toHours([], NOW))).toEqual(new Set(['none']));
});
