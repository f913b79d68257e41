/** Tests rules that apply to every field of every request. */
import { expect, it } from 'vitest';
import type { z } from 'zod';
import { setPhoneReader } from '../rules/phone.ts';
import { phoneReaderFor } from '../rules/phone-numbers.ts';
import { type ContractField, listEndpoints, listFields } from './contract-walk.fixtures.ts';
import { idSchemas, findLabel, readInput } from './validation.ts';

setPhoneReader(phoneReaderFor('BR'));
const endpoints = await listEndpoints();
const fields = endpoints.flatMap(listFields);

/** Returns a request input that contains the value in a single field. */
const inputOf = (path: readonly string[], value: unknown): unknown =>
  path.reduceRight((inner, key) => (key === '0' ? [inner] : { [key]: inner }), value);

const nameOf = ({ endpoint, part, path }: ContractField): string =>
  `${endpoint.name} ${part} ${path.join('.')}`;

it('walks the whole contract', () => {
  expect(endpoints.length).toBeGreaterThan(400);
  expect(fields.length).toBeGreaterThan(1_000);
});

it('gives every field a Portuguese title', () => {
  const untitled = fields.filter(({ endpoint, part, path }) => {
    const label = findLabel(endpoint[part]!, path);
    return label === undefined || /_|^[a-z]+[A-Z]/.test(label);
  });
  expect(untitled.map(nameOf)).toEqual([]);
});

const MALFORMED = ['§ não é §', '§', '99/99/9999', 'a b'];
const EXAMPLE = /\bcomo |http:\/\/|\d|APP_USR-/;

function isFormatIssue({ endpoint, part, path }: ContractField, value: string): boolean {
  const { error } = endpoint[part]!.safeParse(inputOf(path, value));
  const issue = error?.issues.find((candidate) => candidate.path.join('.') === path.join('.'));
  return (
    issue?.code === 'custom' ||
    (issue?.code === 'invalid_format' &&
      (issue as z.core.$ZodIssueInvalidStringFormat).format !== 'text')
  );
}

it('gives every refusal of a format an example of the right form', () => {
  const texts = new Map<string, string>();
  for (const field of fields)
    for (const value of MALFORMED) {
      if (!isFormatIssue(field, value)) continue;
      const reading = readInput(field.endpoint[field.part]!, inputOf(field.path, value));
      const text = reading.ok ? undefined : reading.fields[field.path.join('.')];
      if (text !== undefined && !EXAMPLE.test(text)) texts.set(nameOf(field), text);
    }
  expect(Object.fromEntries(texts)).toEqual({});
});

/**
 * Names of fields for ids and addresses, and calls that validate such a field in their use case
 * instead.
 */
const ID =
  /^id$|^id[A-Z]|Id$|^ids$|^ip$|^network$|^mac$|^dns$|^domain$|^reference$|^token$|^url$|^host$/;
const checkedElsewhere: Readonly<Record<string, string>> = {
  'ask-device body idDevice': 'names any device; each app has a form of its own',
  'bind-device body idDevice': 'names any device; each app has a form of its own',
  'reset-device body idDevice': 'names any device; each app has a form of its own',
  'edit-stream body epgChannelId': 'is any text of a guide',
  'get-background query host': 'chooses a brand; any other text is the brand of the product',
  'get-brand query host': 'chooses a brand; any other text is the brand of the product',
  'get-logo query host': 'chooses a brand; any other text is the brand of the product',
  'get-export params token': 'is a secret: a wrong one is told as little as an expired one',
  'save-whatsapp-number body token': 'is a secret that the provider checks',
  'set-link-host body host': 'the use case refuses a host that is not of the brand',
  'create-webhook body url': 'the use case refuses addresses that are not reachable',
  'edit-webhook body url': 'the use case refuses addresses that are not reachable',
  'create-exempt-network body network': 'the use case reads networks',
  'delete-blocked-ip body ip': 'the use case reads networks',
  'list-blocked-attempts body ip': 'the use case reads networks',
  'create-dns body domain': 'the use case checks names that are sold',
};

it('refuses a malformed id or address by its field', () => {
  const schemas = fields.filter(
    ({ path, schema }) => path.length === 1 && (ID.test(path[0]!) || idSchemas.has(schema)),
  );
  const accepting = schemas.filter(({ endpoint, part, path }) => {
    const reading = readInput(endpoint[part]!, { [path[0]!]: 'não é; é' });
    return reading.ok || !(path[0]! in reading.fields);
  });
  expect(schemas.length).toBeGreaterThan(150);
  expect([...new Set(accepting.map(nameOf))].toSorted()).toEqual(
    Object.keys(checkedElsewhere).toSorted(),
  );
});

// Clients send null or empty text to mean "no value", and every optional field accepts both.
it('reads null and empty text in an optional field as absent', () => {
  const refused = fields.flatMap((field) => {
    const { endpoint, part, path, schema } = field;
    if (path.includes('0') || !schema.safeParse(undefined).success) return [];
    const label = endpoint[part] && findLabel(endpoint[part], path);
    // In these fields a missing value means the default cost or a toggle. Null would be read as
    // missing, so it is an error.
    const refusesNull = label === 'Créditos' || label === 'Ligada';
    return [...(refusesNull ? [] : [null]), ''].flatMap((value) => {
      const reading = readInput(endpoint[part]!, inputOf(path, value));
      const name = path.join('.');
      return !reading.ok && name in reading.fields
        ? [`${nameOf(field)} ${JSON.stringify(value)}`]
        : [];
    });
  });
  expect(refused).toEqual([]);
});

// Clients also send 0 to mean that an id is absent.
it('reads 0 in an optional id as absent, and refuses it where the id is needed', () => {
  const log = endpoints.find(({ name }) => name === 'get-log')!;
  expect(readInput(log.query!, { reseller: '0' })).toMatchObject({ ok: true });
  expect(readInput(log.query!, { reseller: '-1' })).toMatchObject({ ok: false });
  const assign = endpoints.find(({ name }) => name === 'assign-ticket')!;
  expect(readInput(assign.params!, { id: 0 })).toMatchObject({ ok: false });
  const recharges = endpoints.find(({ name }) => name === 'list-recharges')!;
  expect(readInput(recharges.body!, { filters: { status: '' }, page: null })).toMatchObject({
    ok: true,
    data: { filters: {}, page: 1 },
  });
});

it('names a refused body in Portuguese', () => {
  const collector = endpoints.find(({ name }) => name === 'add-dns-collector')!;
  expect(readInput(collector.body!, [])).toEqual({
    ok: false,
    fields: { body: 'É necessário inserir ao menos um(a) DNS.' },
  });
  const login = endpoints.find(({ name }) => name === 'sign-in')!;
  expect(readInput(login.body!, 'texto')).toEqual({
    ok: false,
    fields: { body: 'O campo Conteúdo não esta no formato correto.' },
  });
});
