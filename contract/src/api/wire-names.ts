/**
 * Names of fields on the wire. Server and panel use camelCase names. The wire uses the names of the
 * specification: snake_case, except for the fields below.
 */

/** Wire names that are not the snake_case form of the name in the code, by the name in the code. */
const documentedNames = {
  code2fa: 'code_2fa',
  hasSecondFactor: 'has_2fa',
  remote1: 'remote_1',
  remote2: 'remote_2',
  month1: 'month_1',
  month2: 'month_2',
  month3: 'month_3',
  month6: 'month_6',
  month12: 'month_12',
  olderThan7Days: 'older_than_7_days',
  olderThan15Days: 'older_than_15_days',
  makeMaster: 'isMaster',
  ticketOwner: 'idUser',
  filterResellerId: 'idRes',
  alwaysLight: 'force_light',
  heading: 'titulo',
  bodyText: 'mensagem',
  reasonText: 'motivo',
  approvedText: 'data_aprovacao',
  dateText: 'data_formatted',
  portalCredits: 'creditos_portal',
  recharges: 'recargas',
  maskedPassword: 'senha',
} as const;

/** Wire names that are already camelCase. */
const camelCaseNames = [
  'idChannels',
  'isOficial',
  'isCustomPackage',
  'flagVencimento',
  'startTime',
  'endTime',
  'anunciosPortal',
  'anunciosP2P',
  'anunciosPortalP2P',
  'rawId',
  'searchID',
  'accentHover',
  'accentInk',
  'accentSoft',
  'accentLine',
  'forceLight',
  'creditPortal',
  'newMaster',
  'systemTypeId',
  'atualizaStatus',
] as const;

type DocumentedNames = typeof documentedNames;

type SnakeCase<
  Name extends string,
  Result extends string = '',
> = Name extends `${infer First}${infer Rest}`
  ? SnakeCase<
      Rest,
      First extends Lowercase<First> ? `${Result}${First}` : `${Result}_${Lowercase<First>}`
    >
  : Result;

export type WireNameOf<Name extends string> = Name extends (typeof camelCaseNames)[number]
  ? Name
  : Name extends keyof DocumentedNames
    ? DocumentedNames[Name]
    : Name extends Uncapitalize<Name>
      ? Name extends `${string}_${string}`
        ? Name
        : SnakeCase<Name>
      : Name;

/** Type of a value with wire names. */
export type OnWire<T> = T extends readonly unknown[]
  ? { [Index in keyof T]: OnWire<T[Index]> }
  : T extends Date | ((...args: never[]) => unknown)
    ? T
    : T extends object
      ? { [Name in keyof T as Name extends string ? WireNameOf<Name> : Name]: OnWire<T[Name]> }
      : T;

const wireNames = new Map<string, string>([
  ...Object.entries(documentedNames),
  ...camelCaseNames.map((name) => [name, name] as const),
]);
const insideNames = new Map([...wireNames].map(([inside, wire]) => [wire, inside]));

/**
 * Matches names in camelCase, which the code uses. Names that begin with a capital letter come from
 * the specification and stay unchanged.
 */
const CAMEL_CASE = /^[a-z][A-Za-z0-9]*$/;

export const wireName = (inside: string): string =>
  wireNames.get(inside) ??
  (CAMEL_CASE.test(inside)
    ? inside.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    : inside);

export const insideName = (onWire: string): string =>
  insideNames.get(onWire) ??
  onWire.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

type Fields = Readonly<Record<string, string>>;

const renamed = (fields: Fields, nameOf: (name: string) => string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).map(([path, text]) => [path.split('.').map(nameOf).join('.'), text]),
  );

/**
 * Returns error texts by the path of their field with wire names, such as `devices.0.macAddress`.
 */
export const fieldsOnWire = (fields: Fields): Record<string, string> => renamed(fields, wireName);

export const fieldsInside = (fields: Fields): Record<string, string> => renamed(fields, insideName);

/**
 * Converts the names of all fields to names of the code, at any depth. Use only for values that
 * have no schema and whose field names are not data.
 */
export const namesInside = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(namesInside);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [insideName(name), namesInside(field)]),
  );
};

export const namesOnWire = (fields: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [wireName(name), value]));
