/**
 * One reading of a schema's issues for both sides: the server answers these texts under `fields`,
 * the panel's forms show the same ones before sending. Source: D1 §5, V-01 to V-07.
 */
import type { z } from 'zod';

export const messages = {
  required: (label: string) => `O campo ${label} é necessário.`,
  incomplete: (label: string) => `O campo ${label} esta incompleto.`,
  malformed: (label: string) => `O campo ${label} não esta no formato correto.`,
  emptyList: (label: string) => `É necessário inserir ao menos um(a) ${label}.`,
  tooMany: 'Preencha todos os campos obrigatórios.',
} as const;

/** Empty text means "not sent" (V-07), so it is removed before validation. */
export function withoutEmptyText(input: unknown): unknown {
  if (input === null || typeof input !== 'object' || Array.isArray(input)) return input;
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== ''));
}

export type Reading<T> = { ok: true; data: T } | { ok: false; fields: Record<string, string> };

/** Parses `input`; on failure every field gets the first text that applies to it. */
export function readInput<S extends z.ZodType>(schema: S, input: unknown): Reading<z.output<S>> {
  const cleaned = withoutEmptyText(input);
  const result = schema.safeParse(cleaned);
  if (result.success) return { ok: true, data: result.data };
  const fields: Record<string, string> = {};
  for (const issue of result.error.issues) {
    const name = issue.path.map(String).join('.') || 'body';
    fields[name] ??= describe(
      issue,
      labelOf(schema, issue.path) ?? name,
      valueAt(cleaned, issue.path),
    );
  }
  return { ok: false, fields };
}

/** The warning dialog «Atenção» lists the texts, or one sentence from four on (V-06). */
export function warningLines(fields: Record<string, string>): string[] {
  const lines = Object.values(fields);
  return lines.length >= 4 ? [messages.tooMany] : lines;
}

function describe(issue: z.core.$ZodIssue, label: string, value: unknown): string {
  // A field may have a text of its own for a value that is missing; zod's begin with «Invalid».
  if (value === undefined || value === null)
    return issue.message.startsWith('Invalid') || issue.code === 'custom'
      ? messages.required(label)
      : issue.message;
  if (issue.code === 'custom') return issue.message;
  if (issue.code === 'too_small' && issue.origin === 'array') return messages.emptyList(label);
  if (issue.code === 'too_small' && issue.origin === 'string') {
    return value === '' ? messages.required(label) : messages.incomplete(label);
  }
  return messages.malformed(label);
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input;
  for (const key of path) value = (value as Record<PropertyKey, unknown> | undefined)?.[key];
  return value;
}

interface Inner {
  readonly def?: { innerType?: z.ZodType; in?: z.ZodType; element?: z.ZodType };
  readonly shape?: Record<string, z.ZodType>;
}

/** Walks the schema along the path and takes the nearest label given with `.meta({ title })`. */
function labelOf(schema: z.ZodType, path: readonly PropertyKey[]): string | undefined {
  let current: z.ZodType | undefined = schema;
  let label: string | undefined;
  for (const key of path) {
    current = child(current, key);
    label = current ? (titleOf(current) ?? label) : label;
  }
  return label;
}

function child(schema: z.ZodType | undefined, key: PropertyKey): z.ZodType | undefined {
  for (let at: z.ZodType | undefined = schema; at; at = unwrap(at)) {
    const inner = at as unknown as Inner;
    if (inner.shape) return inner.shape[String(key)];
    if (inner.def?.element) return inner.def.element;
  }
  return undefined;
}

function titleOf(schema: z.ZodType): string | undefined {
  for (let at: z.ZodType | undefined = schema; at; at = unwrap(at)) {
    const title = at.meta()?.title;
    if (title) return title;
  }
  return undefined;
}

function unwrap(schema: z.ZodType): z.ZodType | undefined {
  const { def } = schema as unknown as Inner;
  return def?.innerType ?? def?.in;
}
