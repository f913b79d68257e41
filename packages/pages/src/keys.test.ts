import { afterEach, expect, it, vi } from 'vitest';
import { newKey } from './keys.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

afterEach(() => vi.unstubAllGlobals());

it('makes random UUIDs', () => {
  expect(newKey()).toMatch(UUID);
  expect(newKey()).not.toBe(newKey());
});

it('makes random UUIDs on plain http, where browsers withhold randomUUID', () => {
  const { crypto } = globalThis;
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
  expect(newKey()).toMatch(UUID);
  expect(newKey()).not.toBe(newKey());
});
