/**
 * Parameters of a screen in its address. They are declared once with English names and one schema.
 * A missing parameter has its default value, and an invalid one is ignored. Users saved links of
 * earlier versions, so old names and values are still read. Only the new names and values are
 * written.
 */
import { wireName } from '@ramal/contract/api/wire-names';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { z } from 'zod';

type Shape = Readonly<Record<string, z.ZodType>>;

export type ParamValues<S extends Shape> = {
  readonly [K in keyof S]?: z.output<S[K]> | undefined;
};
export type ParamChange<S extends Shape> = {
  readonly [K in keyof S]?: z.output<S[K]> | undefined;
};

export interface Aliases<S extends Shape> {
  /** New parameter for each old name. */
  readonly names?: Readonly<Record<string, keyof S & string>>;
  /** New value for each old value, by parameter. */
  readonly values?: { readonly [K in keyof S]?: Readonly<Record<string, string>> };
}

export interface SearchParams<S extends Shape> {
  readonly parse: (search: Readonly<Record<string, unknown>>) => ParamValues<S>;
  /** Replaces old names and values by new ones. Undeclared parameters do not change. */
  readonly normalize: (search: Readonly<Record<string, unknown>>) => Record<string, unknown>;
}

export function defineSearchParams<const S extends Shape>(
  shape: S,
  aliases: Aliases<S> = {},
): SearchParams<S> {
  const schema = z.object(
    Object.fromEntries(
      Object.entries(shape).map(([name, type]) => [name, type.optional().catch(undefined)]),
    ),
  );
  // Earlier versions used the wire names.
  const names: Readonly<Record<string, string>> = {
    ...Object.fromEntries(Object.keys(shape).map((name) => [wireName(name), name])),
    ...aliases.names,
  };
  const values = (aliases.values ?? {}) as Readonly<
    Record<string, Readonly<Record<string, string>> | undefined>
  >;
  const normalize = (search: Readonly<Record<string, unknown>>) => {
    const result: Record<string, unknown> = {};
    for (const [written, value] of Object.entries(search)) {
      const name = names[written] ?? written;
      // Skips an old name if the address also contains the new one.
      if (name !== written && name in search) continue;
      const isNamed = typeof value === 'string' || typeof value === 'boolean';
      result[name] = (isNamed && values[name]?.[String(value)]) || value;
    }
    return result;
  };
  return { normalize, parse: (search) => schema.parse(normalize(search)) as ParamValues<S> };
}

export const idParam = z.int().min(1).max(Number.MAX_SAFE_INTEGER);
/**
 * Text of the search. The router parses a search of digits as a number, so a number is accepted
 * too.
 */
export const searchParam = z.union([
  // Cuts the text to the maximum length that the server accepts.
  z
    .string()
    .trim()
    .min(1)
    .transform((text) => text.slice(0, 100).trimEnd()),
  z.number().transform(String),
]);
export const pageParam = z.int().min(1).max(1_000_000);

interface SearchParamsState<S extends Shape> {
  readonly values: ParamValues<S>;
  /** Changes parameters and replaces the current history entry. */
  readonly change: (change: ParamChange<S>) => void;
  /** Changes parameters and adds a history entry. The phone's back button undoes the change. */
  readonly push: (change: ParamChange<S>) => void;
}

/**
 * Prefix for the parameters of a list in a dialog. The list of the screen below it uses the same
 * names without the prefix.
 */
const IN_DIALOG = 'd_';

/** Returns the parameters of a dialog as the address contains them. */
export const toDialogSearch = (values: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [IN_DIALOG + name, value]));

/**
 * Returns the parameter state of a dialog above the screen. When the dialog closes, its parameters
 * are removed, because the screen then writes only its own parameters.
 */
export function useDialogSearchParams<const S extends Shape>(
  params: SearchParams<S>,
): Omit<SearchParamsState<S>, 'push'> {
  const search = useSearch({ strict: false }) as Record<string, unknown>;
  const dialogParams = Object.entries(search).flatMap(([name, value]) =>
    name.startsWith(IN_DIALOG) ? [[name.slice(IN_DIALOG.length), value] as const] : [],
  );
  const navigate = useNavigate();
  const change = (changed: ParamChange<S>) =>
    void navigate({
      to: '.',
      search: ((before: object) => ({ ...before, ...toDialogSearch(changed) })) as never,
      replace: true,
    });
  return { values: params.parse(Object.fromEntries(dialogParams)), change };
}

export function useSearchParams<const S extends Shape>(
  params: SearchParams<S>,
): SearchParamsState<S> {
  const values = params.parse(useSearch({ strict: false }) as Record<string, unknown>);
  const navigate = useNavigate();
  const go = (change: ParamChange<S>, replace: boolean) =>
    void navigate({ to: '.', search: { ...values, ...change } as never, replace });
  return {
    values,
    change: (change) => go(change, true),
    push: (change) => go(change, false),
  };
}
