/**
 * Reads the operator's brands.json (Q-CONFIG, E-29). Checks the whole file before any part of it is
 * used. Error messages name the brand and the field.
 */
import { readHost } from '@ramal/contract/rules/host';
import { MAX_MESSAGE_LENGTH, findUnknownPlaceholder } from '@ramal/contract/rules/message';
import { z } from 'zod';
import { OperatorError } from '../foundation/start/operator-error.ts';

/** Schema of the name of a file in RAMAL_DATA/brands. It refuses a path. */
const fileName = z
  .string()
  .regex(
    /^[\w][\w.-]{0,99}$/,
    'must be the name of a file in the folder «brands»: letters, digits, dot, hyphen',
  )
  .or(z.literal(''));

const hostName = z.string().transform((written, ctx): string => {
  const host = readHost(written);
  if (host !== undefined) return host;
  ctx.addIssue({
    code: 'custom',
    message: 'must be a host alone, like painel.exemplo.com: no http://, no port, no path',
  });
  return z.NEVER;
});

const messageText = z
  .string('must be a text')
  .trim()
  .min(1, 'must not be empty')
  .max(MAX_MESSAGE_LENGTH, `must have ${MAX_MESSAGE_LENGTH} characters at most`)
  .refine((text) => findUnknownPlaceholder(text) === undefined, {
    error: ({ input }) => `there is no placeholder {${findUnknownPlaceholder(String(input))}}`,
  });

const brandRecord = z.strictObject(
  {
    hosts: z.array(hostName, 'must be a list of hosts').min(1, 'must name at least one host'),
    name: z
      .string('must be a text')
      .trim()
      .min(1, 'must not be empty')
      .max(60, 'must have 60 characters at most'),
    /** Title of the pages. If absent, the name of the brand is used. */
    title: z.string('must be a text').trim().max(80, 'must have 80 characters at most').optional(),
    favicon: fileName.default(''),
    logo: fileName.default(''),
    /** Background images. If there are several, the newest file is shown (Q-LOGOBG). */
    background: z
      .union(
        [fileName.transform((name) => (name ? [name] : [])), z.array(fileName)],
        'must be the name of a file, or a list of them',
      )
      .default([]),
    accent: z
      .string('must be a colour like #7b2fa0')
      .regex(/^#[0-9a-f]{6}$/i, 'must be a colour like #7b2fa0')
      .toLowerCase(),
    forceLight: z.boolean('must be true or false').default(true),
    /** Number of the franchise that owns the brand, as in `accounts.id_franchise`. */
    id_franchise: z
      .int('must be the number of a franchise')
      .positive('must be the number of a franchise')
      .nullish(),
    /**
     * Texts to customers. They apply to sellers of the brand who have not written their own texts
     * (Q-TEXTS).
     */
    texts: z
      .strictObject({
        receipt: messageText.optional(),
        test: messageText.optional(),
        charge: messageText.optional(),
      })
      .default({}),
  },
  'must be written as { … }',
);
/** Settings of a brand, from the file or from the screen. */
type WrittenBrand = z.output<typeof brandRecord>;

export type BrandRecord = Omit<WrittenBrand, 'id_franchise'> & {
  readonly idFranchise: WrittenBrand['id_franchise'];
};

/** Returns the brands of a brands.json. Throws an OperatorError that names the mistake. */
export function readBrands(text: string): BrandRecord[] {
  const list = z.array(z.unknown()).safeParse(parseJson(text));
  if (!list.success) throw new OperatorError('brands.json must be a list of brands: [ {…}, {…} ]');
  const brands = list.data.map(readBrand);
  const owners = new Map<string, string>();
  for (const { name, hosts } of brands) {
    for (const host of new Set(hosts)) {
      const other = owners.get(host);
      if (other)
        throw new OperatorError(`«${name}», hosts: «${host}» belongs to «${other}» already`);
      owners.set(host, name);
    }
  }
  return brands;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new OperatorError(`brands.json is not JSON: ${(error as Error).message}`);
  }
}

function readBrand(input: unknown, index: number): BrandRecord {
  const read = brandRecord.safeParse(input);
  if (read.success) {
    const { id_franchise: idFranchise, ...brand } = read.data;
    return { ...brand, idFranchise };
  }
  const name = (input as { name?: unknown } | null)?.name;
  const who = typeof name === 'string' && name ? `«${name}»` : `Brand ${index + 1}`;
  const issue = read.error.issues[0]!;
  if (issue.code === 'unrecognized_keys')
    throw new OperatorError(`${who}: there is no field «${issue.keys[0]}»`);
  const field = issue.path.length > 0 ? `${who}, ${String(issue.path[0])}` : who;
  const isMissing =
    issue.path.length > 0 &&
    (input as Record<string, unknown>)[String(issue.path[0])] === undefined;
  throw new OperatorError(`${field}: ${isMissing ? 'is missing' : saying(issue)}`);
}

/**
 * Returns the message of an issue. If a field accepts several types, returns the message of the
 * first type, which operators usually mean.
 */
function saying(issue: z.core.$ZodIssue): string {
  if (issue.code !== 'invalid_union') return issue.message;
  return issue.errors.flat()[0]?.message ?? issue.message;
}
