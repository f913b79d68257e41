/**
 * Schemas for the fields of requests. Each field has a label, which its error texts contain (V-01
 * to V-04, Q-WIRE).
 */
import { globalRegistry, z } from 'zod';
import { HOSTNAME_WRONG, readHostname } from '../rules/host.ts';
import { fieldErrorTexts, idSchemas } from './validation.ts';

/**
 * Registers a label for a schema without copying the schema. `meta` would copy it. Every schema and
 * check of zod is an object of one kilobyte, so common schemas are shared. The build treats every
 * call of `z` as free of side effects (panel/vite.config.ts). This function therefore calls the
 * registry itself.
 */
export const labelled = <S extends z.ZodType>(title: string, schema: S): S => {
  globalRegistry.add(schema, { title });
  return schema;
};

/** Registers an example of the correct form, which error texts about a wrong format show. */
const exampled = <S extends z.ZodType>(schema: S, example: string): S => {
  globalRegistry.add(schema, { ...globalRegistry.get(schema), example });
  return schema;
};

/** Adds an explanation of the field to the API document. */
export const described = <S extends z.ZodType>(schema: S, description: string): S => {
  globalRegistry.add(schema, { ...globalRegistry.get(schema), description });
  return schema;
};

/**
 * Sets the documented text of a field. It is shown if the value is missing, empty, blank or of a
 * wrong type.
 */
export const withError = <S extends z.ZodType>(schema: S, sentence: string): S => {
  fieldErrorTexts.set(schema, sentence);
  return schema;
};

/** Rejects NUL characters and lone surrogates, because PostgreSQL cannot store them. */
const storable = z.check<string>(({ value, issues }) => {
  if (value.isWellFormed() && !value.includes('\0')) return;
  issues.push({ code: 'invalid_format', format: 'text', input: value, continue: true });
});

const anyText = z.string();
const trimmed = z.trim();

/** Required text. Empty text is never validated, because `readInput` removes it before (V-07). */
export const text = (label: string, max: number, min = 1) =>
  labelled(label, anyText.check(trimmed, z.minLength(min), z.maxLength(max), storable));

/**
 * Version of the object that the editor has read. The server rejects the save if another user has
 * saved since then (`changed_meanwhile`). Without a version the last save overwrites the others.
 */
export const readVersion = text('Versão', 40).optional();

const searched = anyText
  .check(trimmed, z.maxLength(100), storable)
  .transform((value) => value || undefined);

/** Search text. Text of blanks only is ignored. */
export const searchText = (label = 'Busca') => labelled(label, searched.optional());

export const numberAsText = z.number().int().nonnegative().transform(String);
const textOrNumber = z.union([anyText, numberAsText]);

export const digits = (label: string, max: number, min = 1) =>
  exampled(
    labelled(
      label,
      z.pipe(
        textOrNumber,
        anyText.check(trimmed, z.regex(/^\d+$/), z.minLength(min), z.maxLength(max)),
      ),
    ),
    '12345678',
  );

const switchForms = z.union([
  z.boolean(),
  z.literal([0, 1]),
  z.literal(['0', '1', 'true', 'false']),
]);
const switchValue = z.transform(
  (value: z.output<typeof switchForms>) =>
    value === true || value === 1 || value === '1' || value === 'true',
);

/** Boolean field. A body may contain true, false, 1 or 0. A query contains these values as text. */
export const flag = (label: string) => labelled(label, z.pipe(switchForms, switchValue));

const numberForms = z.union([
  z.number(),
  z
    .string()
    .trim()
    .regex(/^\d{1,16}$/)
    .transform(Number),
]);
const wholeNumber = z.number().int();

/** Whole number as a number or as text, because queries and older clients send text. */
export const whole = (label: string, min = 0, max = Number.MAX_SAFE_INTEGER) =>
  labelled(label, z.pipe(numberForms, wholeNumber.check(z.gte(min), z.lte(max))));

/**
 * Id of a row. In an optional field 0, null and empty text mean that the id is absent (see
 * `readInput`).
 */
export const id = (label: string) => {
  const schema = whole(label, 1);
  idSchemas.add(schema);
  return schema;
};

/**
 * Value from the sign-in, which older clients send with later requests. A wrong value is rejected
 * with 403 (Q-REGPASS).
 */
export const regPassword = z.string().max(200).optional().meta({ title: 'Senha de registro' });

export const idParam = z.object({ id: id('ID') });

/**
 * Date in the panel's time zone, yyyy-mm-dd (Q-EXPDAY). Only dates of this century are accepted,
 * because adding a day to the last possible date would give an invalid date.
 */
export const day = (label: string) => z.iso.date().regex(/^20/).meta({ title: label });

/** Minute of this century in the panel's time zone: yyyy-mm-ddThh:mm. */
export const minute = (label: string) =>
  z.iso
    .datetime({ local: true, precision: -1 })
    .regex(/^20\d\d-.*:\d\d$/)
    .meta({ title: label });

/** An id that is a UUID, such as the reference of a payment. */
export const uuid = (label: string) =>
  exampled(labelled(label, z.guid()), '9b2f8f0e-0a70-4d0e-9d4b-0a7f2c9f4a11');

/** Host name. It is converted to its DNS form. */
export const hostnameField = (label: string) =>
  text(label, 253)
    .refine((typed) => readHostname(typed) !== undefined, { error: HOSTNAME_WRONG })
    .transform((typed) => readHostname(typed)!);

/** Web address: `http://…` or `https://…`. */
export const webAddress = (
  label: string,
  error = 'O endereço deve começar com http:// ou https://',
) =>
  text(label, 2000).refine((value) => /^https?:\/\/[^\s/]/i.test(value) && URL.canParse(value), {
    error,
  });

/** Link that a seller enters (M-96). */
export const webLink = (label: string) =>
  webAddress(label, 'Os links devem começar com http:// ou https://');

/** Ids of selected objects, at most 2,000. */
export const ids = (label: string) =>
  labelled(label, z.array(whole(label, 1)).check(z.maxLength(2000)));

/**
 * Current password of the caller. Required for acts that a stolen session must not execute
 * (Q-STOLENSESSION).
 */
export const currentPassword = {
  currentPassword: z.string().max(200).optional().meta({ title: 'Senha atual' }),
};

/**
 * Code that authorises one sensitive action (Q-2FASETUP). It contains six digits of the
 * authenticator, or the confirmation that the server returned for a passkey, which is valid once.
 * Every account with a second factor must send it.
 */
export const freshCode = { code2fa: text('Código 2FA', 200).optional() };

const SHORT_REASON = 'O motivo deve ter pelo menos 10 caracteres.';

/**
 * Reason of a block, with at least ten characters. A short and a missing reason get the same error
 * text (V-31).
 */
export const blockReason = z
  .string({
    error: ({ input }) => (input === undefined || input === null ? SHORT_REASON : undefined),
  })
  .trim()
  .max(500)
  .refine((value) => value.length >= 10, { error: SHORT_REASON })
  .check(storable)
  .meta({ title: 'Motivo' });
