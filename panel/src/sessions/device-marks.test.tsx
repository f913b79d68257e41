import { beforeEach, describe, expect, it } from 'vitest';
import { findDeviceMark, storeDeviceMark } from './device-marks.ts';

describe('the device marks of this browser', () => {
  beforeEach(() => localStorage.clear());

  it('removes the mark of the oldest sign-in first, whatever the names are', () => {
    storeDeviceMark('ana', 'first');
    for (let number = 1; number <= 19; number += 1) storeDeviceMark(`${number}`, 'later');
    expect(findDeviceMark('Ana ')).toBe('first');
    storeDeviceMark('bia', 'last');
    expect([findDeviceMark('ana'), findDeviceMark('1'), findDeviceMark('bia')]).toEqual([
      undefined,
      'later',
      'last',
    ]);
  });
});
