/** An example of a schema, so that a reader sees what an answer looks like. */
import type { Json } from './api-schema.ts';

const DEEPEST = 6;

/** The same example each time; words by the name of the field where its kind says little. */
export function exampleOf(schema: Json, name = '', depth = 0): unknown {
  if (depth > DEEPEST) return null;
  if ('const' in schema) return schema.const;
  if ('default' in schema) return schema.default;
  const [firstWord] = (schema.enum as unknown[] | undefined) ?? [];
  if (firstWord !== undefined) return firstWord;
  const forms = (schema.anyOf ?? schema.oneOf ?? schema.allOf) as readonly Json[] | undefined;
  if (forms?.[0]) return exampleOf(forms[0], name, depth + 1);
  if (schema.type === 'array') return [exampleOf((schema.items ?? {}) as Json, name, depth + 1)];
  if (schema.type === 'object' || schema.properties) return objectOf(schema, depth);
  if (schema.type === 'boolean') return true;
  if (schema.type === 'integer' || schema.type === 'number') return numberOf(schema, name);
  return schema.type === 'string' ? textOf(schema, name) : null;
}

const objectOf = ({ properties = {} }: Json, depth: number): Json =>
  Object.fromEntries(
    Object.entries(properties as Record<string, Json>).map(([name, value]) => [
      name,
      exampleOf(value, name, depth + 1),
    ]),
  );

function numberOf({ minimum }: Json, name: string): number {
  if (/timestamp|created_at/.test(name)) return 1_798_724_340;
  if (/credit|balance|charged/.test(name)) return 1;
  return Math.max(1, typeof minimum === 'number' ? minimum : 1);
}

const words: readonly (readonly [RegExp, string])[] = [
  [/whatsapp|^email$/, '5511988887766'],
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
  if (format === 'uuid') return '3f2b8c1e-5d54-4f6c-9a51-0c7d2e9b1a44';
  return words.find(([pattern]) => pattern.test(name))?.[1] ?? 'texto';
}
