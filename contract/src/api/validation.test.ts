import { expect, it } from 'vitest';
import { z } from 'zod';
import { onlyUnknownFields, readInput } from './validation.ts';

const edit = z.object({
  name: z.string().optional(),
  note: z.string().nullish(),
  filters: z.object({ status: z.string().optional() }).optional(),
  regPassword: z.string().optional(),
});
const read = (input: unknown) => readInput(edit, input);

// An absent field keeps the stored value, and only null removes it.
it('reads empty text as not sent, and as null in a field that takes null', () => {
  expect(read({ name: '', note: '' })).toEqual({ ok: true, data: { note: null } });
  expect(read({})).toEqual({ ok: true, data: {} });
});

it('reads empty text inside a declared object in the same way', () => {
  expect(read({ filters: { status: '' } })).toEqual({ ok: true, data: { filters: {} } });
});

it('ignores undeclared fields with names of inherited properties', () => {
  expect(read({ constructor: '', toString: '' })).toEqual({ ok: true, data: {} });
});

it('returns the known fields if a body has only unknown ones', () => {
  expect(onlyUnknownFields(edit, { unknown: 1 })).toEqual(['name', 'note', 'filters']);
  expect(onlyUnknownFields(edit, { reg_password: 'x', unknown: 1 })).toHaveLength(3);
  expect(onlyUnknownFields(edit, { reg_password: 'x' })).toBeUndefined();
  expect(onlyUnknownFields(edit, { name: 'x', unknown: 1 })).toBeUndefined();
  expect(onlyUnknownFields(edit, {})).toBeUndefined();
  expect(onlyUnknownFields(z.object({}), { unknown: 1 })).toBeUndefined();
});
