import { readInput } from '@ramal/contract/api/validation';
import { moveCredits } from '@ramal/contract/resellers/resellers';
import { describe, expect, it } from 'vitest';
import {
  type Balances,
  toBalances,
  creditBody,
  creditErrors,
  type CreditValues,
  initialValues,
  quoteCredit,
  parseTypedCredits,
} from './credit-form.ts';
import { reseller } from '../test/answers.ts';

const form = (change: Partial<CreditValues>): CreditValues => ({
  ...initialValues(reseller()),
  ...change,
});
/** Validates in the order of the form: the errors of the contract, then those of the balances. */
function readCredit(values: CreditValues, available: Balances) {
  const body = creditBody(values);
  const reading = readInput(moveCredits.body, body);
  const fields = { ...(reading.ok ? {} : reading.fields), ...creditErrors(values, available) };
  return Object.keys(fields).length === 0 ? { ok: true, body } : { ok: false, fields };
}
const balances = toBalances(reseller(), 42.4);

describe('effect of a credit movement', () => {
  it('calculates both balances and the sale to the hundredth', () => {
    expect(quoteCredit(form({ credits: '20' }), balances)).toEqual({
      amount: 2000,
      bonus: 0,
      mineAfter: 2240,
      theirsAfter: 10_520,
      saleCents: 13_000,
    });
    expect(quoteCredit(form({ credits: '85,2', direction: 'withdraw' }), balances)).toMatchObject({
      mineAfter: 12_760,
      theirsAfter: 0,
    });
  });

  it('adds the bonus to a top-up and requires the credits for it', () => {
    const bonus = { perCredits: 10, bonusCredits: 1, lowestPriceCents: null };
    const available = toBalances(reseller(), 42.4, bonus);
    expect(quoteCredit(form({ credits: '25' }), available)).toMatchObject({
      bonus: 200,
      mineAfter: 1540,
      theirsAfter: 11_220,
    });
    expect(quoteCredit(form({ credits: '25', direction: 'withdraw' }), available).bonus).toBe(0);
    expect(readCredit(form({ credits: '40' }), available).ok).toBe(false);
    expect(readCredit(form({ credits: '38' }), available).ok).toBe(true);
  });

  it('is undefined while a value is not known', () => {
    expect(quoteCredit(form({ credits: '' }), balances)).toMatchObject({
      amount: undefined,
      saleCents: undefined,
    });
    expect(
      quoteCredit(form({ credits: '20' }), toBalances(reseller(), undefined)).mineAfter,
    ).toBeUndefined();
    expect(quoteCredit(form({ credits: '20' }), toBalances(reseller(), null)).mineAfter).toBeNull();
  });
});

it('selects the withdrawal for a typed minus', () => {
  expect(parseTypedCredits('-10')).toEqual({ credits: '10', direction: 'withdraw' });
  expect(parseTypedCredits('10')).toEqual({ credits: '10' });
});

describe('request of a credit movement', () => {
  it('sends a positive amount for a deposit and a negative one for a withdrawal', () => {
    expect(readCredit(form({ credits: '20', reason: ' Pix ' }), balances)).toEqual({
      ok: true,
      body: { credits: 20, sale: 6.5, reason: 'Pix' },
    });
    expect(readCredit(form({ credits: '10,5', direction: 'withdraw' }), balances)).toMatchObject({
      ok: true,
      body: { credits: -10.5 },
    });
  });

  it.each([
    [{ credits: '' }, { credits: 'O campo Créditos é necessário.' }],
    [{ credits: '0' }, { credits: 'O campo Créditos não esta no formato correto.' }],
    [{ credits: '20', sale: '' }, { sale: 'O campo Valor unitário é necessário.' }],
    [{ credits: '9,99' }, { credits: 'A operação mínima é de 10 créditos.' }],
    [{ credits: '42,41' }, { credits: 'Créditos insuficientes' }],
    [
      { credits: '85,21', direction: 'withdraw' },
      { credits: 'A revenda não tem esse saldo para retirar.' },
    ],
    [{ credits: '9', direction: 'withdraw' }, { credits: 'A operação mínima é de 10 créditos.' }],
  ] as const)('is not %j', (change, fields) => {
    expect(readCredit(form(change), balances)).toEqual({ ok: false, fields });
  });

  it('permits the withdrawal of the complete balance, however small', () => {
    const poor = toBalances(reseller({ credits: 3.5 }), 0);
    expect(readCredit(form({ credits: '3,5', direction: 'withdraw' }), poor)).toMatchObject({
      ok: true,
    });
  });

  it('does not limit an admin, who has no balance', () => {
    expect(readCredit(form({ credits: '100000' }), toBalances(reseller(), null))).toMatchObject({
      ok: true,
    });
  });
});
