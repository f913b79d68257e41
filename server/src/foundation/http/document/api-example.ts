/** Creates an example of a schema for the API documentation. */
import { withInsideNames } from '@ramal/contract/api/translated';
import { wireName } from '@ramal/contract/api/wire-names';
import type { z } from 'zod';
import type { Json } from './api-schema.ts';

const MAX_REPAIRS = 5;

/**
 * Returns an example that the schema accepts. A number is raised to its minimum. A text is replaced
 * by the first accepted text of `shapes`. A field without an accepted value is omitted.
 */
export function acceptedExample(zodType: z.ZodType, schema: Json): unknown {
  const example = createExample(schema);
  for (let times = 0; times < MAX_REPAIRS; times += 1) {
    const read = parseExample(zodType, example);
    if (read.success) break;
    for (const issue of read.error.issues) mend(zodType, example, issue);
  }
  return example;
}

/** Sample texts for fields whose format does not follow from their name. */
const shapes: readonly string[] = [
  'https://loja.exemplo/eventos',
  'http://antigo.exemplo/get.php?username=84920175&password=k7Qm2xVb',
  'tv.exemplo.com',
  '200.160.4.18',
  '529.982.247-25',
  'Célia Souza',
  '00:1A:79:4F:2B:C1',
  'celia@exemplo.com',
  '2026-12-31',
  '31/12/2026',
  '31/12/2026 23:59',
  '2026-12',
  '08:00',
  '123456',
  '84920175',
  't6H4pZs1Yw',
  'due3',
  '#7b2fa0',
  '123456789:AAExemplo-de_token',
  'age1ql3z7hjyexemplo',
  'https://s3.sa-east-1.amazonaws.com',
  'BExemplo_da_chave_publica'.padEnd(87, '0'),
  'segredo'.padEnd(22, '0'),
  'Pagamento em atraso',
  'APP_USR-4f2b8c1e',
];

/** Parses an example, whose fields have their names on the wire. */
const parseExample = (zodType: z.ZodType, example: unknown) =>
  zodType.safeParse(withInsideNames(zodType, example));

type Fields = Record<PropertyKey, unknown>;

/** Returns the key of a field on the wire. Some schemas keep the names of the code there. */
const keyOnWire = (holder: Fields, key: PropertyKey): PropertyKey =>
  typeof key !== 'string' || key in holder ? key : wireName(key);

function mend(zodType: z.ZodType, example: unknown, issue: z.core.$ZodIssue): void {
  const holder = issue.path
    .slice(0, -1)
    .reduce<unknown>((value, key) => (value as Fields)[keyOnWire(value as Fields, key)], example);
  if (issue.path.length === 0 || typeof holder !== 'object' || holder === null) return;
  const fields = holder as Fields;
  const last = keyOnWire(fields, issue.path.at(-1)!);
  if (issue.code === 'too_small' && typeof fields[last] === 'number')
    fields[last] = Number(issue.minimum);
  else if (typeof fields[last] === 'string') {
    const at = JSON.stringify(issue.path);
    const isTaken = (shape: string) => {
      fields[last] = shape;
      const issues = parseExample(zodType, example).error?.issues ?? [];
      return !issues.some(({ path }) => JSON.stringify(path) === at);
    };
    if (!shapes.some(isTaken) && !Array.isArray(holder)) delete fields[last];
  } else if (!Array.isArray(holder)) delete fields[last];
}

const DEEPEST = 10;

/**
 * Returns the same example each time. Texts are chosen by field name if the type is not specific.
 */
export function createExample(schema: Json, name = '', depth = 0): unknown {
  if (depth > DEEPEST) return null;
  if ('const' in schema) return schema.const;
  if ('default' in schema) return schema.default;
  const [declared] = (schema.examples as unknown[] | undefined) ?? [];
  if (declared !== undefined) return declared;
  const [firstWord] = (schema.enum as unknown[] | undefined) ?? [];
  if (firstWord !== undefined) return firstWord;
  const forms = (schema.anyOf ?? schema.oneOf ?? schema.allOf) as readonly Json[] | undefined;
  if (schema.type === undefined && forms?.[0]) return createExample(forms[0], name, depth + 1);
  if (schema.type === 'array')
    return [createExample((schema.items ?? {}) as Json, name, depth + 1)];
  if (schema.type === 'object' || schema.properties) return objectOf(schema, depth);
  if (schema.type === 'boolean') return true;
  if (schema.type === 'integer' || schema.type === 'number') return numberOf(schema, name);
  return schema.type === 'string' ? textOf(schema, name) : null;
}

const objectOf = ({ properties = {} }: Json, depth: number): Json =>
  Object.fromEntries(
    Object.entries(properties as Record<string, Json>).map(([name, value]) => [
      name,
      createExample(value, name, depth + 1),
    ]),
  );

function numberOf({ minimum }: Json, name: string): number {
  if (/timestamp|created_at/.test(name)) return 1_798_724_340;
  if (/credit|balance|charged/.test(name)) return 1;
  return Math.max(1, typeof minimum === 'number' ? minimum : 1);
}

const words: readonly (readonly [RegExp, string])[] = [
  [/whatsapp|phone$|^email$/, '5511988887766'],
  [/password|senha/, 'k7Qm2xVb'],
  [/username|usuario|^name$|reseller|owner/, '84920175'],
  [/nota|note/, 'Dona Célia – sala'],
  [/url|link|dns/, 'https://painel.exemplo/a/k7Qm2x'],
  [/ip$|address/, '203.0.113.7'],
  [/day$/, '2026-12-31'],
  [/exp|date|_at$|as_of|Time$/, '31/12/2026 23:59'],
  [/message/, 'Tudo certo'],
  [/token/, 'eyJhbGciOi…'],
];

function textOf({ format }: Json, name: string): string {
  if (format === 'date') return '2026-12-31';
  if (format === 'date-time') return '2026-12-31T23:59:00Z';
  if (format === 'email') return 'celia@exemplo.com';
  if (format === 'uuid') return '3f2b8c1e-5d54-4f6c-9a51-0c7d2e9b1a44';
  return words.find(([pattern]) => pattern.test(name))?.[1] ?? 'texto';
}
