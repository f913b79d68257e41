import { describe, expect, it } from 'vitest';
import {
  byMoment,
  defaultReminders,
  type ReminderFacts,
  thresholdKey,
  thresholdLabel,
  containsPix,
  insertPix,
  writeReminder,
} from './reminders.ts';

const moment = { now: new Date('2026-11-20T13:00:00Z'), timeZone: 'America/Sao_Paulo' };
const facts: ReminderFacts = {
  username: '84920175',
  note: 'Dona Célia – TV da sala',
  expiresAt: new Date('2026-11-22T00:00:00Z'),
  priceCents: 3_500,
  link: 'https://rm.example/portal#l.1.x',
  pix: undefined,
};
const write = (text: string, change: Partial<ReminderFacts> = {}) =>
  writeReminder(text, { ...facts, ...change }, moment);

it('thresholds are named and ordered by their day', () => {
  const all = [
    { kind: 'renewed', days: 0 },
    { kind: 'due', days: 2 },
    { kind: 'due', days: -1 },
    { kind: 'due', days: 0 },
    { kind: 'due', days: -3 },
  ] as const;
  const sorted = all.toSorted(byMoment);
  expect(sorted.map(thresholdLabel)).toEqual([
    '3 dias antes',
    '1 dia antes',
    'No dia',
    '2 dias depois',
    'Ao renovar',
  ]);
  expect(sorted.map(thresholdKey)).toEqual(['due-3', 'due-1', 'due0', 'due2', 'renewed']);
});

describe('a text', () => {
  it('the text has the day in the zone, the price and the link for the payment', () => {
    expect(write('Oi, {nome}. Vence em {vencimento}: {valor}. {link}')).toBe(
      'Oi, Dona Célia. Vence em 21/11/2026: R$ 35,00. https://rm.example/portal#l.1.x',
    );
  });

  it('a line without a value is dropped', () => {
    const text = defaultReminders[0]!.text;
    expect(write(text, { priceCents: null, link: '', note: '' })).toBe(
      'Oi! Sua assinatura vence amanhã às 21:00.',
    );
  });

  it('the placeholder of the Pix stays until the code exists, and an empty code drops its line', () => {
    const body = write('Oi, {nome}.\n\nPix copia e cola:\n{pix}', { note: 'Zé {pix}' });
    expect(body).toBe('Oi, Zé pix.\n\nPix copia e cola:\n{pix}');
    expect(containsPix(body)).toBe(true);
    expect(insertPix(body, '00020126')).toBe('Oi, Zé pix.\n\nPix copia e cola:\n00020126');
    expect(insertPix(body, '')).toBe('Oi, Zé pix.');
    expect(insertPix('Oi, Ana.\nSão R$ 35,00\nPix: {pix}\nAté', '')).toBe(
      'Oi, Ana.\nSão R$ 35,00\nAté',
    );
  });

  it('each default threshold has a text with known placeholders only', () => {
    for (const { text } of defaultReminders) expect(write(text, { pix: '' })).not.toMatch(/[{}]/);
  });
});
