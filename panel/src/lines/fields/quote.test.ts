import { describe, expect, it } from 'vitest';
import { missingText, quoteOfficial, quoteRenewal, quoteTest, describeQuote } from './quote.ts';

const now = new Date('2026-11-20T14:32:40-03:00');

describe('summary of a sale', () => {
  it('states cost, time, expiry and balance after, in this order', () => {
    expect(describeQuote(quoteOfficial(1, 42.4, now), now)).toBe(
      '1 crédito · 30 dias · vence em 20/12/2026 · saldo depois: 41,4',
    );
    expect(describeQuote(quoteOfficial(10, 42.4, now), now)).toBe(
      '10 créditos · 360 dias · vence em 15/11/2027 · saldo depois: 32,4',
    );
  });

  it('returns no text while the balance is unknown', () => {
    expect(describeQuote(quoteOfficial(1, undefined, now), now)).toBeUndefined();
  });

  it('leaves the balance out for an account without one', () => {
    expect(describeQuote(quoteOfficial(1, null, now), now)).toBe(
      '1 crédito · 30 dias · vence em 20/12/2026',
    );
  });

  it('calculates in hundredths, so that 0,7 less 0,6 is exactly 0,1', () => {
    expect(quoteOfficial(0.6, 0.7, now).after).toBe(0.1);
    expect(quoteOfficial(1, 0.4, now)).toMatchObject({ missing: 0.6, after: 0 });
    expect(missingText(quoteOfficial(1, 0.4, now), 'esta renovação')).toBe(
      'Faltam 0,6 créditos para esta renovação.',
    );
    expect(missingText(quoteOfficial(1, 0, now), 'esta renovação')).toMatch(/^Falta 1 crédito /);
  });

  it('states for a test that it is free, with its end and without a balance', () => {
    expect(describeQuote(quoteTest(6, 42.4, now), now)).toBe(
      'Grátis · 6 horas · vence hoje às 20:32',
    );
    expect(
      describeQuote(
        quoteTest(1, 42.4, new Date('2026-11-20T23:40:00-03:00')),
        new Date('2026-11-20T23:40:00-03:00'),
      ),
    ).toBe('Grátis · 1 hora · vence amanhã às 00:40');
  });
});

describe('summary of a renewal', () => {
  it('counts from the expiry while the line is valid', () => {
    const expiresAt = new Date('2026-11-25T09:00:00-03:00');
    expect(quoteRenewal(expiresAt, 1, 10, now).expiresAt).toEqual(
      new Date('2026-12-25T09:00:00-03:00'),
    );
  });

  it('counts from now after the line has expired', () => {
    const expiresAt = new Date('2026-11-01T09:00:00-03:00');
    expect(quoteRenewal(expiresAt, 0.6, 10, now).expiresAt).toEqual(
      new Date('2026-12-05T14:32:00-03:00'),
    );
  });
});
