import { expect, it } from 'vitest';
import { setPanelTimeZone } from '../../../foundation/dates.ts';
import { appName } from '../playing/app-name.ts';
import { passedPart } from '../head/CustomerHead.tsx';
import { screensText } from '../playing/DevicesSection.tsx';
import { mergeTimeline, TIMELINE_LENGTH } from './timeline.ts';

setPanelTimeZone('America/Sao_Paulo');

const DAY_S = 86_400;
const NOW_S = Date.parse('2026-11-28T17:32:00Z') / 1000;

const entry = (id: number, kind: string, change: object = {}) => ({
  id,
  kind,
  date: '',
  timestamp: NOW_S - id * DAY_S,
  actor: 'marcelo',
  title: 'Dados editados',
  details: [],
  charged: 0,
  expiresTimestamp: null,
  cents: null,
  ip: null,
  ...change,
});
const viewing = {
  id: '3f2a0c1e-7a55-4a3e-9b0e-0a4f8f3f2a10',
  user: '',
  ip: '',
  content: 'Canal Um SP',
  encoding: 'HLS',
  aid: '',
  userAgent: 'TiviMate/5.1 (Fire TV)',
  startedAtTimestamp: NOW_S - 60,
  lastSeenTimestamp: NOW_S,
  isRunning: true,
};

it('merges acts and viewings, newest first, with amounts', () => {
  const history = [
    entry(1, 'line-charged'),
    entry(2, 'line-extended', { charged: 1, expiresTimestamp: NOW_S }),
    entry(3, 'line-paid', { cents: 3_500 }),
    entry(4, 'line-edited'),
    entry(5, 'line-created'),
  ];
  expect(mergeTimeline(history, [viewing]).map(({ text, amount }) => [text, amount])).toEqual([
    ['Ligou TiviMate', undefined],
    ['Cobrada no WhatsApp', undefined],
    ['Renovada até 28/11', '1 crédito'],
    ['Pagou', expect.stringMatching(/^R\$\s35,00$/)],
    ['Dados editados', undefined],
    ['Criada por marcelo', undefined],
  ]);
});

it('shows only the newest entries', () => {
  const history = Array.from({ length: 9 }, (_, id) => entry(id + 1, 'line-edited'));
  expect(mergeTimeline(history, [])).toHaveLength(TIMELINE_LENGTH);
});

it('names the application of a user agent', () => {
  expect(appName('TiviMate/5.1 (Fire TV)')).toBe('TiviMate');
  expect(appName('IPTV Smarters Pro')).toBe('IPTV Smarters Pro');
  expect(appName('')).toBe('Aplicativo sem nome');
});

it('states the screens in use of the allowed number', () => {
  expect(screensText(0, 2)).toBe('Nenhuma tela em uso');
  expect(screensText(1, 2)).toBe('1 de 2 telas em uso');
  expect(screensText(1, 1)).toBe('1 de 1 tela em uso');
  expect(screensText(3, 0)).toBe('3 telas em uso');
});

it('fills the bar with the passed part of the period', () => {
  const day = (count: number) => new Date((NOW_S + count * DAY_S) * 1000);
  expect(passedPart(day(-15), day(15), day(0))).toBe(0.5);
  expect(passedPart(day(-30), day(-1), day(0))).toBe(1);
  expect(passedPart(undefined, day(1), day(0))).toBe(0);
  expect(passedPart(day(1), day(2), day(0))).toBe(0);
});
