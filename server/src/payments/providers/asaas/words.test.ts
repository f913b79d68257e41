import { describe, expect, it } from 'vitest';
import {
  parseAsaasDay,
  parseAsaasTime,
  toAuthorizationState,
  toPaymentReading,
  toRefusalReason,
  toTryState,
} from './words.ts';

const reading = (payment: Record<string, unknown>) =>
  toPaymentReading({ id: 'pay_1', value: 35, ...payment }, 'cnpj', 'r1');

describe('dates of Asaas', () => {
  it.each([
    ['2026-08-03 19:55:12', '2026-08-03T22:55:12.000Z'],
    ['08/09/2026', '2026-09-08T03:00:00.000Z'],
    ['03/08/2026 20:55:10', '2026-08-03T23:55:10.000Z'],
    ['2026-08-03', '2026-08-03T03:00:00.000Z'],
  ])('reads «%s» as a time of Brasília', (text, iso) => {
    expect(parseAsaasTime(text)?.toISOString()).toBe(iso);
  });

  it('reads the day first where it is written first', () => {
    expect(parseAsaasDay('08/09/2026')).toBe('2026-09-08');
  });

  it.each(['', 'amanhã', '31/02/2026', '2026-13-01', 5, null])('refuses %j', (text) => {
    expect(parseAsaasTime(text)).toBeUndefined();
    expect(parseAsaasDay(text)).toBeUndefined();
  });
});

describe('states of Asaas', () => {
  it.each([
    ['RECEIVED', 'approved'],
    ['CONFIRMED', 'approved'],
    ['PENDING', 'pending'],
    ['OVERDUE', 'pending'],
    ['REFUNDED', 'reversed'],
    ['RECEIVED_IN_CASH', 'cancelled'],
  ])('reads a payment %s as %s', (status, state) => {
    expect(reading({ status })).toMatchObject({ state, unknownStatus: null });
  });

  it('reads an unknown state as unpaid and reports it', () => {
    expect(reading({ status: 'NEW_STATE' })).toMatchObject({
      state: 'pending',
      paidCents: 0,
      unknownStatus: 'NEW_STATE',
    });
  });

  it('reads a removed payment as cancelled unless its money arrived', () => {
    expect(reading({ status: 'PENDING', deleted: true }).state).toBe('cancelled');
    expect(reading({ status: 'OVERDUE', deleted: true }).state).toBe('cancelled');
    expect(reading({ status: 'RECEIVED', deleted: true }).state).toBe('approved');
    expect(reading({ status: 'CONFIRMED', deleted: true }).state).toBe('approved');
  });

  it('keeps the money of a chargeback in dispute', () => {
    expect(reading({ status: 'CHARGEBACK_DISPUTE' })).toMatchObject({
      state: 'approved',
      disputed: true,
    });
  });

  it('counts only finished refunds', () => {
    const refunds = [
      { value: 5, status: 'DONE' },
      { value: 7, status: 'PENDING' },
    ];
    expect(reading({ status: 'RECEIVED', refunds }).refundedCents).toBe(500);
  });

  it('calls unknown states of authorizations and tries unknown', () => {
    expect(toAuthorizationState('PAUSED')).toBe('unknown');
    expect(toTryState('SOMETHING')).toBe('unknown');
  });

  it('treats an unknown refusal as a failure of the bank', () => {
    expect(toRefusalReason('XX99')).toBe('bank');
    expect(toRefusalReason('ACCOUNT_CLOSED')).toBe('account-closed');
  });
});
