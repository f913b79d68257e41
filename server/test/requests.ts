/**
 * Generates requests from the contract: valid requests from the schemas of a call, and hostile
 * requests. Bodies are JSON text, because they may contain values that JavaScript cannot represent.
 */
import type { Endpoint } from '@ramal/contract/api/endpoint';
import { figureKeys } from '@ramal/contract/numbers/figures';
import fc from 'fast-check';
import { z } from 'zod';
import { nameFields } from '../src/foundation/http/document/api-schema.ts';
import {
  deepJson,
  hostileIds,
  hostileJson,
  hostileQueries,
  hostileText,
  rawJson,
} from './hostile-values.ts';
import { isLong } from './property-runs.ts';

interface MadeRequest {
  readonly path: string;
  readonly query: string;
  /** JSON text, or malformed JSON. */
  readonly body: string | undefined;
}

type Json = Record<string, unknown>;
type Fields = Record<string, string>;

/** Generates a passkey response in the correct form with random content. */
function likeDevice(): fc.Arbitrary<object> {
  const encoded = (value: string): string => Buffer.from(value).toString('base64url');
  const clientData = fc.oneof(
    fc.constantFrom('{}', 'null', '[]', '{"challenge":7}', '{"challenge":"\\u0000"}', '\u0000'),
    fc.constant(JSON.stringify({ challenge: 'A'.repeat(43), origin: 'http://localhost' })),
    fc.json({ maxDepth: 2 }),
  );
  const bytes = fc.oneof(fc.string(), fc.base64String(), fc.constantFrom('', '\u0000', '_w'));
  const inner = fc.record(
    {
      clientDataJSON: fc.oneof(clientData.map(encoded), bytes),
      attestationObject: bytes,
      authenticatorData: bytes,
      signature: bytes,
      userHandle: bytes,
      transports: fc.constantFrom([], ['usb'], 'usb', [7]),
    },
    { requiredKeys: ['clientDataJSON'] },
  );
  const id = fc.constantFrom('a', '\u0000', "'; --", 'A'.repeat(1999));
  return fc.tuple(id, inner).map(([credentialId, response]) => ({
    id: credentialId,
    rawId: credentialId,
    type: 'public-key',
    response,
  }));
}

/** The reference of a payment that does not exist. */
const REFERENCE = '9b2f8f0e-0a70-4d0e-9d4b-0a7f2c9f4a11';

/** Valid values for fields in which a random value is nearly always rejected. */
const likely: Record<string, fc.Arbitrary<unknown>> = {
  mac: fc.constantFrom(
    'A0:B1:C2:00:00:20',
    'a0b1c2000030',
    'A0-B1-C2-00-00-40',
    '10.20.30.40.50.60',
  ),
  domain: fc.constantFrom('norte.top', 'marcelotv.click'),
  reference: fc.constant(REFERENCE),
  package: fc.constantFrom(0, 1, 2),
  productid: fc.constantFrom(1, 2),
  product_id: fc.constantFrom(1, 2),
  bouquets: fc.subarray([1, 2]),
  bouquet_ids: fc.subarray([1, 2], { minLength: 1 }),
  category_ids: fc.subarray([1]),
  category_id: fc.constantFrom(1, 900),
  address: fc.constantFrom('http://p.example/lista.m3u'),
  icon: fc.constantFrom(null, 'http://p.example/imagem.png'),
  credits: fc.constantFrom(0.6, 1, 2, 10),
  sale: fc.constantFrom(0, 1.5, '2,50'),
  lines: fc.constantFrom(null, 0, 10, '3'),
  trials_a_day: fc.constantFrom(null, 0, 10, '3'),
  credits_a_day: fc.constantFrom(null, 0, 12.5, '2,50'),
  lowest_price: fc.constantFrom(null, 0, 6.5, '2,50'),
  platforms: fc.constantFrom(null, [], ['iptv'], ['p2p', 'iptv']),
  whatsapp: fc.constantFrom('5511900000001', '0', 5511900000001),
  email: fc.constantFrom('5511900000001', '+55 (11) 90000-0001'),
  email_contact: fc.constantFrom('a@exemplo.com'),
  test_hours: fc.constantFrom(1, 2, 3, 6),
  exp_date: fc.constantFrom('2026-12-19', '2027-01-01'),
  endTime: fc.constantFrom('2026-12-19', '2027-01-01'),
  user: fc.constantFrom({ exp_date: '2026-12-19' }, { exp_date: '2027-01-01', nota: 'Cliente' }),
  pass: fc.stringMatching(/^[a-z0-9]{8,20}$/),
  url: fc
    .stringMatching(/^[1-9]\d{6,12}$/)
    .map((name) => `http://lista.exemplo/get.php?username=${name}&password=senha-1`),
  exp_day: fc.constantFrom('2026-12-19', '2026-12-20', '2027-01-01'),
  reason: fc.constantFrom('Não pagou a recarga de novembro', 'Voltou a pagar, tudo certo'),
  username: fc.oneof(fc.stringMatching(/^[1-9]\d{6,12}$/), fc.stringMatching(/^[a-z]{3,12}$/)),
  password: fc.stringMatching(/^[a-z0-9]{8,20}$/),
  reseller_id: fc.constantFrom(0, 'tree'),
  response: likeDevice(),
  passkey: likeDevice(),
  from: fc.constantFrom('2026-01-01', '2026-11-21'),
  until: fc.constantFrom('2026-11-21', '2026-12-31'),
  since: fc.constantFrom('2026-10-05', '2026-11-05', '2026-12-31'),
  plan: fc.constantFrom(30, 180, 45),
  period: fc.constantFrom('30d', '2026-10', '2026-11'),
};
/**
 * Fields that are checked before all others. A random value in them would hide the checks of the
 * other fields.
 */
const leftOut = new Set(['reg_password', 'id_iptv']);

/** Generates a text in the format that the schema expects. */
function textFor(name: string, schema: Json): fc.Arbitrary<string> {
  const value = ('enum' in schema ? undefined : likely[name]) ?? anyOf(schema);
  return value.map((example) => JSON.stringify(example));
}

/** Generators by pattern. Many fields have the same pattern, and building a generator takes long. */
const byPattern = new Map<string, fc.Arbitrary<string>>();
function matching(pattern: string): fc.Arbitrary<string> {
  const arbitrary = byPattern.get(pattern) ?? fc.stringMatching(new RegExp(pattern, 'u'));
  byPattern.set(pattern, arbitrary);
  return arbitrary;
}

function anyOf(schema: Json): fc.Arbitrary<unknown> {
  if (Array.isArray(schema.anyOf))
    return fc.oneof(...schema.anyOf.map((option) => anyOf(option as Json)));
  if (Array.isArray(schema.enum)) return fc.constantFrom(...(schema.enum as unknown[]));
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.type === 'boolean') return fc.boolean();
  if (schema.type === 'integer' || schema.type === 'number') {
    const [min, max] = [Number(schema.minimum ?? 0), Number(schema.maximum ?? 1000)];
    return fc.integer({ min: Math.max(min, -1000), max: Math.min(Math.max(max, min), min + 1000) });
  }
  if (schema.type === 'array')
    return fc.array(anyOf((schema.items ?? {}) as Json), { maxLength: 4 });
  if (typeof schema.pattern === 'string') return matching(schema.pattern);
  return fc.string({
    minLength: Number(schema.minLength ?? 0),
    maxLength: Math.min(Number(schema.maxLength ?? 30), 60),
  });
}

interface SchemaFields {
  readonly names: readonly string[];
  readonly required: ReadonlySet<string>;
  readonly schemas: Json;
  /** Set at the first use, because building it takes long. */
  arbitrary?: fc.Arbitrary<Fields>;
}

const noFields: SchemaFields = { names: [], required: new Set(), schemas: {} };
const fieldsBySchema = new WeakMap<z.ZodType, SchemaFields>();

function fieldsOf(zodType: z.ZodType | undefined): SchemaFields {
  if (!zodType) return noFields;
  const fields = fieldsBySchema.get(zodType) ?? readFields(zodType);
  fieldsBySchema.set(zodType, fields);
  return fields;
}

function readFields(zodType: z.ZodType): SchemaFields {
  const schema = z.toJSONSchema(zodType, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ jsonSchema, zodSchema }) =>
      nameFields(jsonSchema as Json, zodSchema as unknown as z.ZodType),
  }) as Json;
  const schemas = (schema.properties ?? {}) as Json;
  return {
    names: Object.keys(schemas).filter((name) => !leftOut.has(name)),
    required: new Set(schema.required as string[] | undefined),
    schemas,
  };
}

/** Generates valid fields: all required ones and some of the optional ones. */
function whole(zodType: z.ZodType | undefined): fc.Arbitrary<Fields> {
  const fields = fieldsOf(zodType);
  return (fields.arbitrary ??= arbitraryFields(fields));
}

function arbitraryFields({ names, required, schemas }: SchemaFields): fc.Arbitrary<Fields> {
  const properties = Object.fromEntries(
    names.map((name) => [name, textFor(name, schemas[name] as Json)]),
  );
  return fc.record(properties, {
    requiredKeys: names.filter((name) => required.has(name)),
  }) as fc.Arbitrary<Fields>;
}

const strangeNames = fc.constantFrom(
  '__proto__',
  'constructor',
  'toString',
  'reg_password',
  'id',
  'owner_id',
  '',
  '\u0000',
);

/**
 * Generates fields in which some values are hostile, some fields are missing, and some are unknown.
 */
function spoiled(zodType: z.ZodType | undefined): fc.Arbitrary<Fields> {
  const all = [...fieldsOf(zodType).names, ...(zodType ? [...leftOut] : [])];
  const name = all.length > 0 ? fc.oneof(fc.constantFrom(...all), strangeNames) : strangeNames;
  const spoil = fc.array(fc.tuple(name, fc.option(hostileJson, { freq: 6 })), {
    minLength: 1,
    maxLength: 4,
  });
  return fc.tuple(whole(zodType), spoil).map(([fields, changes]) => {
    const pairs = Object.entries(fields).filter(
      ([key]) => !changes.some(([changed]) => changed === key),
    );
    return asFields([
      ...pairs,
      ...changes.filter((change): change is [string, string] => change[1] !== null),
    ]);
  });
}

/** Creates the object from pairs. An object literal would drop a field with the name __proto__. */
const asFields = (pairs: [string, string][]): Fields =>
  Object.assign(Object.create(null) as Fields, Object.fromEntries(pairs));

const inBraces = (fields: Fields): string =>
  `{${Object.entries(fields)
    .map(([name, text]) => `${JSON.stringify(name)}:${text}`)
    .join(',')}}`;

function inQuery(fields: Fields): string {
  const written = (text: string): string => {
    const value: unknown = text.length > 2000 ? text.slice(0, 2000) : parsed(text);
    return typeof value === 'string' ? value : JSON.stringify(value);
  };
  return Object.entries(fields)
    .map(([name, text]) => `${encoded(name)}=${encoded(written(text))}`)
    .join('&');
}

const parsed = (text: string): unknown => JSON.parse(text);
const encoded = (text: string): string => encodeURIComponent(text.toWellFormed());

/** Returns values for a path parameter that is not a number. */
function likelyParams(path: string): readonly string[] | undefined {
  if (path.includes('/:dns')) return ['norte.top'];
  if (path.includes('/:figure')) return figureKeys;
  return path.includes('/:reference') ? [REFERENCE] : undefined;
}

/** Generates requests of one call. `ids` are the ids of existing objects. */
export function arbitraryRequests(
  endpoint: Endpoint,
  ids: readonly number[],
): fc.Arbitrary<MadeRequest> {
  const { path, action } = endpoint;
  const id = path.includes(':')
    ? fc.oneof(
        { weight: 5, arbitrary: fc.constantFrom(...(likelyParams(path) ?? ids.map(String))) },
        { weight: 1, arbitrary: hostileIds },
      )
    : fc.constant('');
  const shape = (zodType: z.ZodType | undefined) => fc.oneof(whole(zodType), spoiled(zodType));
  const withAction = (fields: Fields): Fields =>
    action === undefined ? fields : { action: String(action), ...fields };
  const body = endpoint.body
    ? shape(endpoint.body).map((fields) => inBraces(withAction(fields)))
    : fc.oneof(fc.constant(undefined), hostileJson);
  const query = endpoint.query
    ? fc.oneof(
        { weight: 6, arbitrary: shape(endpoint.query).map(inQuery) },
        { weight: 1, arbitrary: hostileQueries },
      )
    : fc.oneof({ weight: 6, arbitrary: fc.constant('') }, { weight: 1, arbitrary: hostileQueries });
  return fc.record({ id, query, body }).map(({ id: generatedId, query: response, body: sent }) => ({
    path: path.replace(/:\w+/, generatedId),
    query: response,
    body: endpoint.method === 'GET' ? undefined : sent,
  }));
}

/** Generates one value, which is the same in every run. */
const plain = <T>(arbitrary: fc.Arbitrary<T>): T =>
  fc.sample(arbitrary, { numRuns: 1, seed: 7 })[0]!;

/**
 * Returns requests with each value of `rawJson` in each field of a call and in an unknown field.
 * Only the unknown field gets `deepJson`; in the long form each field gets it.
 */
export function attacksOn(endpoint: Endpoint, id: number): MadeRequest[] {
  const path = endpoint.path.replace(/:\w+/, likelyParams(endpoint.path)?.[0] ?? String(id));
  const fields = plain(whole(endpoint.body));
  const action: Fields = endpoint.action === undefined ? {} : { action: String(endpoint.action) };
  const inBody = [...fieldsOf(endpoint.body).names, ...leftOut, 'action', 'beyond'].flatMap(
    (name) =>
      [...rawJson, ...(isLong || name === 'beyond' ? deepJson : [])].map((text) => ({
        path,
        query: '',
        body: inBraces({ ...action, ...fields, [name]: text }),
      })),
  );
  const inAddress = [...fieldsOf(endpoint.query).names, 'beyond'].flatMap((name) =>
    hostileText.map((text) => ({
      path,
      query: `${name}=${text.replace('NAME', name)}`,
      body: undefined,
    })),
  );
  return endpoint.method === 'GET' ? inAddress : inBody;
}

export function wholeRequest(endpoint: Endpoint): {
  params: Record<string, number>;
  body?: Json;
  query?: Json;
} {
  const values = (zodType: z.ZodType | undefined): Json =>
    Object.fromEntries(
      Object.entries(plain(whole(zodType))).map(([name, text]) => [
        name,
        JSON.parse(text) as unknown,
      ]),
    );
  return {
    params: { id: 1 },
    ...(endpoint.body ? { body: values(endpoint.body) } : {}),
    ...(endpoint.query ? { query: values(endpoint.query) } : {}),
  };
}
