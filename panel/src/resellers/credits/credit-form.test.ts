import { describe, expect, it } from 'vitest';
import { balancesOf, type CreditForm, freshForm, quoteCredit, readCredit } from './credit-form.ts';
import { reseller } from '../test/answers.ts';

const form = (change: Partial<CreditForm>): CreditForm => ({ ...freshForm(reseller()), ...change });
const balances = balancesOf(reseller(), 42.4);

describe('the effect of a movement', () => {
  it('of twenty: both balances and the sale, to the hundredth', () => {
    expect(quoteCredit(form({ amount: '20' }), balances)).toEqual({
      amount: 2000,
      mineAfter: 2240,
      theirsAfter: 10_520,
      saleCents: 13_000,
    });
    expect(quoteCredit(form({ amount: '85,2', direction: 'withdraw' }), balances)).toMatchObject({
      mineAfter: 12_760,
      theirsAfter: 0,
    });
  });

  it('is not guessed while something is not known', () => {
    expect(quoteCredit(form({ amount: '' }), balances)).toMatchObject({
      amount: undefined,
      saleCents: undefined,
    });
    expect(
      quoteCredit(form({ amount: '20' }), balancesOf(reseller(), undefined)).mineAfter,
    ).toBeUndefined();
    expect(quoteCredit(form({ amount: '20' }), balancesOf(reseller(), null)).mineAfter).toBeNull();
  });
});

describe('what is sent', () => {
  it('is positive to give, negative to take back', () => {
    expect(readCredit(form({ amount: '20', reason: ' Pix ' }), balances)).toEqual({
      ok: true,
      body: { credits: 20, sale: 6.5, reason: 'Pix' },
    });
    expect(readCredit(form({ amount: '10,5', direction: 'withdraw' }), balances)).toMatchObject({
      ok: true,
      body: { credits: -10.5 },
    });
  });

  it.each([
    [{ amount: '' }, { credits: 'O campo Créditos é necessário.' }],
    [{ amount: '0' }, { credits: 'O campo Créditos não esta no formato correto.' }],
    [{ amount: '20', price: '' }, { sale: 'O campo Valor unitário é necessário.' }],
    [{ amount: '9,99' }, { credits: 'A operação mínima é de 10 créditos.' }],
    [{ amount: '42,41' }, { credits: 'Créditos insuficientes' }],
    [
      { amount: '85,21', direction: 'withdraw' },
      { credits: 'A revenda não tem esse saldo para retirar.' },
    ],
    [{ amount: '9', direction: 'withdraw' }, { credits: 'A operação mínima é de 10 créditos.' }],
  ] as const)('is not %j', (change, fields) => {
    expect(readCredit(form(change), balances)).toEqual({ ok: false, fields });
  });

  it('may be the whole rest, however small', () => {
    const poor = balancesOf(reseller({ credits: 3.5 }), 0);
    expect(readCredit(form({ amount: '3,5', direction: 'withdraw' }), poor)).toMatchObject({
      ok: true,
    });
  });

  it('is not held by a balance nobody has: an admin issues', () => {
    expect(readCredit(form({ amount: '100000' }), balancesOf(reseller(), null))).toMatchObject({
      ok: true,
    });
  });
});
