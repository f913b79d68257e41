import { HOUR_MS } from '@ramal/contract/rules/durations';
import { expect, it } from 'vitest';
import { playAfter } from './playing.ts';
import type { Item, Programme } from './xtream.ts';

const login = { username: 'u', password: 'p' };
const channel: Item = {
  kind: 'live',
  id: 7,
  name: 'Canal Um',
  number: 101,
  icon: '',
  container: 'mp4',
  archiveDays: 3,
};
const hour = Math.floor(Date.now() / 1000) * 1000;

/** Creates a programme of one hour. `hours` is the number of hours from now until it begins. */
const programme = (hours: number, change: Partial<Programme> = {}): Programme => ({
  title: `${hours} h`,
  from: new Date(hour + hours * HOUR_MS),
  until: new Date(hour + (hours + 1) * HOUR_MS),
  recorded: true,
  note: '',
  ...change,
});

const after = (played: Programme, guide: Programme[], seconds: number) => {
  const { title, startSeconds } = playAfter(login, channel, guide, { programme: played, seconds });
  return [title, startSeconds];
};

it('continues with the next programme after the part that was already played', () => {
  const guide = [programme(-5), programme(-4), programme(-3)];
  expect(after(guide[0]!, guide, 3_600)).toEqual(['-4 h', 0]);
  expect(after(guide[0]!, guide, 3_720)).toEqual(['-4 h', 120]);
});

it('returns to live if the next programme was not recorded', () => {
  const guide = [programme(-5), programme(-4, { recorded: false })];
  expect(after(guide[0]!, guide, 3_600)).toEqual(['Canal Um', undefined]);
});

it('continues a running programme, and returns to live near the present', () => {
  const running = programme(-0.5);
  expect(after(running, [running], 600)).toEqual(['-0.5 h', 600]);
  expect(after(running, [running], 1_790)).toEqual(['Canal Um', undefined]);
});
