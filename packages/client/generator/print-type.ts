/** Prints a JSON Schema of the contract as a TypeScript type. */
type Json = Readonly<Record<string, unknown>>;

export function printType(schema: Json): string {
  if ('const' in schema) return JSON.stringify(schema.const);
  if (Array.isArray(schema.enum))
    return union(schema.enum.map((value: unknown) => JSON.stringify(value)));
  const forms = (schema.anyOf ?? schema.oneOf) as readonly Json[] | undefined;
  if (forms) return union(forms.map(printType));
  const parts = schema.allOf as readonly Json[] | undefined;
  if (parts) return printIntersection(schema, parts);
  if (Array.isArray(schema.type))
    return union(schema.type.map((type: unknown) => printType({ ...schema, type })));
  return printPlain(schema);
}

function printPlain(schema: Json): string {
  switch (schema.type) {
    case 'object':
      return printObject(schema);
    case 'array':
      return `readonly (${printType((schema.items ?? {}) as Json)})[]`;
    case 'integer':
      return 'number';
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
      return schema.type;
    default:
      return 'unknown';
  }
}

/**
 * Prints an `allOf` as an intersection of types. The keywords next to `allOf` become another part.
 * Parts without a type are omitted.
 */
function printIntersection(schema: Json, parts: readonly Json[]): string {
  const types = new Set([{ ...schema, allOf: undefined }, ...parts].map(printType));
  types.delete('unknown');
  if (types.size < 2) return [...types][0] ?? 'unknown';
  return [...types].map((type) => `(${type})`).join(' & ');
}

function printObject({ properties = {}, required = [], additionalProperties }: Json): string {
  const fields = Object.entries(properties as Record<string, Json>).map(([name, field]) => {
    const isRequired = (required as readonly string[]).includes(name);
    return `${comment(field)}readonly ${keyOf(name)}${isRequired ? '' : '?'}: ${printType(field)};`;
  });
  if (fields.length > 0) return `{\n${fields.join('\n')}\n}`;
  if (additionalProperties === false) return 'Readonly<Record<string, never>>';
  const values =
    typeof additionalProperties === 'object' ? printType(additionalProperties as Json) : 'unknown';
  return `Readonly<Record<string, ${values}>>`;
}

const comment = ({ title, description }: Json): string => {
  const text = title ?? description;
  return typeof text === 'string' ? `/** ${text.replaceAll('*/', '* /')} */\n` : '';
};

const keyOf = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : `'${name}'`);

/**
 * Prints a union of types. If the union contains known words and any other text, editors still
 * suggest the words.
 */
const union = (types: readonly string[]): string => {
  const hasWords = types.some((type) => type.includes('"'));
  return [...new Set(types)]
    .map((type) => (hasWords && type === 'string' ? '(string & {})' : type))
    .join(' | ');
};
