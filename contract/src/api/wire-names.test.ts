import { expect, it } from 'vitest';
import { z } from 'zod';
import { listEndpoints, listFields } from './contract-walk.fixtures.ts';
import { decodeAnswer, encodeAnswer, withInsideNames, withWireNames } from './translated.ts';
import { fieldsInside, fieldsOnWire, insideName, wireName } from './wire-names.ts';

it('finds the inside name of every field of a request from its name on the wire', async () => {
  const names = new Set((await listEndpoints()).flatMap(listFields).flatMap(({ path }) => path));
  // Removes the wire names that the walk returns for fields of `translated` objects.
  const insideNames = [...names].filter((name) => !name.includes('_'));
  expect(insideNames.length).toBeGreaterThan(150);
  expect(insideNames.filter((name) => insideName(wireName(name)) !== name)).toEqual([]);
});

const line = z.object({
  ownerId: z.int(),
  notes: z.array(z.object({ writtenAt: z.string() })),
  limits: z.record(z.string(), z.object({ lowestPrice: z.int() })),
  state: z.union([z.object({ isOn: z.boolean() }), z.object({ offSince: z.string() })]),
});
const inside = {
  ownerId: 1,
  notes: [{ writtenAt: 'hoje' }],
  limits: { a_day: { lowestPrice: 3 } },
  state: { offSince: 'ontem' },
};
const onWire = {
  owner_id: 1,
  notes: [{ written_at: 'hoje' }],
  limits: { a_day: { lowest_price: 3 } },
  state: { off_since: 'ontem' },
};

it('renames fields at any depth and keeps the keys of records', () => {
  expect(encodeAnswer(line, inside)).toEqual(onWire);
  expect(decodeAnswer(line, onWire)).toEqual(inside);
  expect(withWireNames(line, inside)).toEqual(onWire);
  expect(withInsideNames(line, onWire)).toEqual(inside);
});

it('accepts no inside name from the wire', () => {
  expect(withInsideNames(line, { ownerId: 2, other: 3 })).toEqual({ other: 3 });
});

it('keeps names of inherited properties', () => {
  const sent = JSON.parse('{"__proto__": 1, "constructor": 2, "toString": 3}') as object;
  expect(Object.keys(withInsideNames(line, sent) as object)).toEqual(Object.keys(sent));
});

it('renames the fields of error texts in both directions', () => {
  const texts = { 'devices.0.macAddress': 'Escreva o MAC.', code2fa: 'Falta o código.' };
  const wire = { 'devices.0.mac_address': 'Escreva o MAC.', code_2fa: 'Falta o código.' };
  expect(fieldsOnWire(texts)).toEqual(wire);
  expect(fieldsInside(wire)).toEqual(texts);
  expect(fieldsOnWire({ 'Idempotency-Key': 'x' })).toEqual({ 'Idempotency-Key': 'x' });
});
