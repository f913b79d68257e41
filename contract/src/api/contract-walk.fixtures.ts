/**
 * Lists every field of every request of the contract, for tests of rules that apply to all fields.
 */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { z } from 'zod';
import type { Endpoint } from './endpoint.ts';

export interface ContractField {
  readonly endpoint: Endpoint;
  readonly part: 'params' | 'query' | 'body';
  readonly path: readonly string[];
  readonly schema: z.ZodType;
}

export async function listEndpoints(): Promise<Endpoint[]> {
  const root = path.join(import.meta.dirname, '..');
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !/\.test\.ts$|\.fixtures\.ts$/.test(file),
  );
  const endpoints = new Map<string, Endpoint>();
  for (const file of files) {
    const module = (await import(pathToFileURL(path.join(root, file)).href)) as object;
    collect(Object.values(module), endpoints, 0);
  }
  return [...endpoints.values()];
}

function collect(values: unknown[], endpoints: Map<string, Endpoint>, depth: number): void {
  for (const value of values) {
    if (typeof value !== 'object' || value === null || depth > 3) continue;
    if (isEndpoint(value)) endpoints.set(value.name, value);
    else if (Object.getPrototypeOf(value) === Object.prototype)
      collect(Object.values(value), endpoints, depth + 1);
  }
}

const isEndpoint = (value: object): value is Endpoint =>
  'method' in value && 'path' in value && 'answer' in value && 'access' in value;

interface Inner {
  readonly def: {
    readonly innerType?: z.ZodType;
    readonly in?: z.ZodType;
    readonly element?: z.ZodType;
    readonly options?: readonly z.ZodType[];
  };
  readonly shape?: Record<string, z.ZodType>;
}

/**
 * Returns all fields of a request with the fields of nested objects. The elements of a list are a
 * field named `[]`.
 */
export function listFields(endpoint: Endpoint): ContractField[] {
  return (['params', 'query', 'body'] as const).flatMap((part) => {
    const schema = endpoint[part];
    return schema ? walk({ endpoint, part, path: [], schema }) : [];
  });
}

function walk(field: ContractField): ContractField[] {
  const { def, shape } = field.schema as unknown as Inner;
  if (shape)
    return Object.entries(shape).flatMap(([name, schema]) => {
      const child = { ...field, path: [...field.path, name], schema };
      return [child, ...walk(child)];
    });
  if (def.element) return walk({ ...field, path: [...field.path, '0'], schema: def.element });
  const inner = def.innerType ?? def.in;
  if (inner) return walk({ ...field, schema: inner });
  return (def.options ?? []).flatMap((schema) => walk({ ...field, schema }));
}
