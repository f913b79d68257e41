/** Prints the calls that an API key may make, as TypeScript source of the client. */
import type { Endpoint } from '@ramal/contract/api/endpoint';
import type { ErrorCode } from '@ramal/contract/api/errors';
import { type ApiScope, scopeGroups } from '@ramal/contract/api-keys';
import { errorsByStatus } from '../../../server/src/foundation/http/document/api-groups.ts';
import {
  type Json,
  answerSchema,
  inputSchema,
} from '../../../server/src/foundation/http/document/api-schema.ts';
import { type Binding, requiredScope } from '../../../server/src/foundation/http/bind.ts';
import { printType } from './print-type.ts';

interface KeyCall {
  readonly endpoint: Endpoint;
  readonly scope: ApiScope;
}

/**
 * Returns the calls that an API key may make. Admins have no keys, so calls for admins are not
 * included. Public calls need no key and are not included either.
 */
export const callsForKeys = (bindings: readonly Binding[]): KeyCall[] =>
  bindings.flatMap((binding) => {
    const { access, events } = binding.endpoint;
    const scope = requiredScope(binding);
    if (!scope || events || access === 'public') return [];
    return access.profiles.some((profile) => profile !== 'admin')
      ? [{ endpoint: binding.endpoint, scope }]
      : [];
  });

export const printErrorCodes = (calls: readonly KeyCall[]): string => {
  const codes = new Set<ErrorCode>(
    calls.flatMap(({ endpoint }) => [...errorsByStatus(endpoint).values()].flat()),
  );
  const sorted = [...codes].toSorted((a, b) => (a < b ? -1 : 1));
  return `${notice}\n/** Code of an error response. */
export type ErrorCode = ${sorted.map((code) => `'${code}'`).join(' | ')};\n`;
};

const notice = '/* Written by `npm run client` from the contract. */';

export function printCalls(calls: readonly KeyCall[]): string {
  const groups = scopeGroups.map((group) => ({
    group,
    groupCalls: calls.filter(({ scope }) => scope.startsWith(`${group}:`)),
  }));
  const printType = createTypePrinter();
  return `${notice}
import type { CallOptions, PreviewMark, Send, SpendingOptions } from './send.ts';

${calls.map(({ endpoint }) => printShapes(endpoint, printType)).join('\n')}

${groups.map(({ group, groupCalls }) => printGroup(group, groupCalls)).join('\n')}

/** The calls by the scope that a key needs for them. */
export interface Calls {
${groups.map(({ group }) => `readonly ${group}: ReturnType<typeof ${group}>;`).join('\n')}
}

export const callsOf = (send: Send): Calls => ({
${groups.map(({ group }) => `${group}: ${group}(send),`).join('\n')}
});
`;
}

type PrintNamed = (name: string, type: string) => string;

/**
 * Returns a function that prints the type of a response. If two responses are equal, the second
 * type is an alias of the first type.
 */
function createTypePrinter(): PrintNamed {
  const names = new Map<string, string>();
  return (name, type) => {
    const existing = names.get(type);
    if (!existing) names.set(type, name);
    return `export type ${name} = ${existing ?? type};`;
  };
}

function printShapes(endpoint: Endpoint, print: PrintNamed): string {
  const name = typeName(endpoint);
  const { fields } = requestOf(endpoint);
  const answer = endpoint.download ? 'Uint8Array' : printType(answerSchema(endpoint.answer));
  return [
    ...(fields.length > 0 ? [print(`${name}Request`, `{ ${fields.join(' ')} }`)] : []),
    print(`${name}Answer`, answer),
  ].join('\n');
}

interface RequestShape {
  readonly fields: readonly string[];
  /** True if the caller may omit the part. */
  readonly isOptional: boolean;
}

function requestOf(endpoint: Endpoint): RequestShape {
  const { params, query, body, upload } = endpoint;
  const parts: readonly (readonly [string, Json | undefined])[] = [
    ['params', params && inputSchema(params)],
    ['query', query && inputSchema(query)],
    ['body', body && inputSchema(body)],
  ];
  const inputParts = parts.flatMap(([part, schema]) =>
    schema && !isEmpty(schema)
      ? [{ part, schema, isOptional: part !== 'params' && !hasRequired(schema) }]
      : [],
  );
  return {
    fields: [
      ...inputParts.map(
        ({ part, schema, isOptional }) =>
          `readonly ${part}${isOptional ? '?' : ''}: ${printType(schema)};`,
      ),
      ...(upload ? ['readonly file: Blob | Uint8Array<ArrayBuffer>;'] : []),
    ],
    isOptional: !upload && inputParts.every(({ isOptional }) => isOptional),
  };
}

const isEmpty = ({ type, properties = {} }: Json): boolean =>
  type === 'object' && Object.keys(properties as Json).length === 0;

/**
 * True if the caller must send the part. The part has a required field, or it is a choice between
 * several forms.
 */
const hasRequired = ({ type, required = [] }: Json): boolean =>
  type !== 'object' || (required as readonly string[]).length > 0;

const printGroup = (group: string, calls: readonly KeyCall[]): string =>
  `const ${group} = (send: Send) => ({\n${calls.map(printMethod).join('\n')}\n});`;

function printMethod({ endpoint, scope }: KeyCall): string {
  const { summary, keyed } = endpoint;
  const name = typeName(endpoint);
  const { fields, isOptional } = requestOf(endpoint);
  const parameters = [
    ...(fields.length > 0 ? [`request: ${name}Request${isOptional ? ' = {}' : ''}`] : []),
    `options?: ${keyed ? 'SpendingOptions' : 'CallOptions'}`,
  ];
  return `/** ${summary} (${scope}) */
${name[0]!.toLowerCase()}${name.slice(1)}: (${parameters.join(', ')}) =>
  send<${name}Answer${keyed ? ' & PreviewMark' : ''}>(${JSON.stringify(callOf(endpoint))}, ${fields.length > 0 ? 'request' : '{}'}, options),`;
}

/** Returns the properties of `Call` in src/send.ts. */
const callOf = ({ method, path, action, body, keyed, writes, download }: Endpoint) => ({
  method,
  path,
  ...(action === undefined ? {} : { action }),
  ...(body ? { takesBody: true } : {}),
  ...(keyed ? { spends: true } : {}),
  ...(writes ? { writes: true } : {}),
  ...(download ? { answersFile: true } : {}),
});

const typeName = ({ name }: Endpoint): string =>
  name
    .split('-')
    .map((word) => word[0]!.toUpperCase() + word.slice(1))
    .join('');
