/**
 * Fields of a line that users enter, in the order of the forms. Each field is declared once. The
 * bodies of calls, the rows, the receipts, the panel's forms and the names for errors are derived
 * from the declaration. See CONTRIBUTING, «Add a field to a line». Wire names are from the
 * specification (V-08 to V-18).
 */
import { z } from 'zod';
import { whatsapp } from '../api/contact-fields.ts';
import { day, digits, flag, id, regPassword, text, whole } from '../api/fields.ts';
import {
  type Inside,
  type TranslatedSchema,
  translated,
  wire,
  type WireField,
} from '../api/translated.ts';
import { DEFAULT_CREDITS, DEFAULT_TEST_HOURS, TEST_HOURS } from '../rules/terms.ts';
import { customerPrice } from './line-payments.ts';
import { termCredits } from './lines.ts';

/**
 * Calls that send fields of a line. On the P2P services separate calls edit the note and the
 * product.
 */
export type LineAct = 'create' | 'promote' | 'edit' | 'editNote' | 'editProduct' | 'remove';

/** Schemas that can contain a field: the body of an act, a row of a list, or a receipt. */
type LinePart = LineAct | 'row' | 'receipt';

export interface LineField extends Readonly<Partial<Record<LinePart, z.ZodType>>> {
  /** Wire name. Absent if the wire name is the snake_case form of the name in the code. */
  readonly wire?: string;
  /**
   * Name of the field in the forms, for values and error texts. Absent if it is the name in the
   * code.
   */
  readonly formField?: string;
  /** Value of the field in an empty form. Absent if the form contains no such value. */
  readonly empty?: string | number;
  /**
   * Format of the form's input if it differs from the value: an amount with a comma, or a phone
   * number with its country.
   */
  readonly typedAs?: 'cents' | 'phone';
  /** True if only the owner of the line can see and set the field. */
  readonly ownerOnly?: true;
}

export type LineFields = Readonly<Record<string, LineField>>;

const inEach = <const Part extends LinePart, S extends z.ZodType>(
  schema: S,
  ...parts: readonly Part[]
) => Object.fromEntries(parts.map((part) => [part, schema])) as { readonly [P in Part]: S };

const emptyText = { empty: '' as string };

/** Fields of the term. An official line has credits, and a test has a duration in hours (V-13). */
const termFields = {
  rollBack: { wire: 'flagVencimento', edit: flag('Retroceder vencimento').default(false) },
  day: { wire: 'exp_day', edit: day('Vencimento').optional() },
  official: { wire: 'isOficial', create: flag('Oficial') },
  credits: {
    ...inEach(termCredits.optional(), 'create', 'promote'),
    empty: DEFAULT_CREDITS as number,
  },
  testHours: {
    create: whole('Duração do teste')
      .refine((hours) => (TEST_HOURS as readonly number[]).includes(hours), {
        error: 'O campo Duração do teste não esta no formato correto.',
      })
      .default(DEFAULT_TEST_HOURS),
    empty: DEFAULT_TEST_HOURS as number,
  },
} as const;

/**
 * Fields for the product of an IPTV line. In an edit, package 0 keeps the current product (V-18).
 */
const packageFields = {
  custom: {
    wire: 'isCustomPackage',
    ...inEach(flag('Pacote personalizado').default(false), 'create', 'promote', 'edit'),
    formField: 'plan',
  },
  packageId: {
    wire: 'package',
    ...inEach(whole('Pacote', 0).optional(), 'create', 'promote', 'edit'),
    /** Id of the package; 0 for a custom set of bouquets. */
    row: z.int(),
    formField: 'plan',
  },
  bouquetIds: {
    wire: 'bouquets',
    ...inEach(
      z.array(whole('Bouquet', 1)).max(500).meta({ title: 'Bouquet' }).optional(),
      'create',
      'promote',
      'edit',
    ),
    row: z.array(z.int()),
    formField: 'plan',
  },
} as const;

const product = inEach(id('Pacote').optional(), 'create', 'promote', 'editProduct');

/**
 * Fields for the product of a P2P line. Each call accepts both names that the specification uses
 * (Q-PRODFIELD).
 */
const productFields = {
  packageId: { wire: 'productid', ...product, row: z.int(), formField: 'plan' },
  productId: { ...product, formField: 'plan' },
} as const;

const username = { ...inEach(z.string(), 'row', 'receipt'), ...emptyText };

export const p2pName = z
  .string()
  .trim()
  .regex(/^[\p{L}\p{N}._@-]+$/u)
  .min(4)
  .max(20)
  .meta({ title: 'Usuário', example: 'maria.souza' });

const noteText = text('Anotações', 255);
const note = {
  wire: 'nota',
  create: noteText,
  ...inEach(z.string(), 'row', 'receipt'),
  ...emptyText,
} as const;

const contactFields = {
  whatsapp: {
    ...inEach(whatsapp().optional(), 'create', 'edit'),
    ...inEach(z.string().nullable(), 'row', 'receipt'),
    ...emptyText,
    typedAs: 'phone',
  },
} as const;

const paymentFields = {
  /**
   * Price that the customer pays. Absent if the caller does not own the line or if no price is set.
   */
  priceCents: {
    ...inEach(customerPrice.optional(), 'create', 'edit'),
    ...inEach(z.int().optional(), 'row', 'receipt'),
    formField: 'price',
    ...emptyText,
    typedAs: 'cents',
    ownerOnly: true,
  },
  paid: { row: z.boolean().optional(), ownerOnly: true },
  /**
   * Day of the next debit by recurring Pix, yyyy-mm-dd. Null if no debit is planned. Absent without
   * an active authorization.
   */
  recurringDueOn: { row: z.string().nullable().optional() },
  /** True if the last debit was rejected and the line has not been paid since. */
  isRecurringRefused: { row: z.boolean().optional() },
} as const;

/** Value from the sign-in that older clients send. Every act accepts it. */
const clientFields = {
  regPassword: inEach(
    regPassword,
    'create',
    'promote',
    'edit',
    'editNote',
    'editProduct',
    'remove',
  ),
};

/** All fields, for IPTV and for the P2P services. */
export const lineFields = {
  iptv: {
    ...termFields,
    ...packageFields,
    username: { ...username, ...inEach(digits('Usuário', 20, 4).optional(), 'create', 'edit') },
    ...contactFields,
    note: { ...note, edit: noteText.optional() },
    ...paymentFields,
    /** Id of the line on its platform. It proves that the client changes the intended line. */
    platformId: { wire: 'id_iptv', ...inEach(id('ID da linha').optional(), 'edit', 'remove') },
    ...clientFields,
  },
  p2p: {
    ...termFields,
    ...productFields,
    username: { ...username, wire: 'name', ...inEach(p2pName.optional(), 'create', 'edit') },
    ...contactFields,
    note: { ...note, editNote: noteText },
    ...paymentFields,
    ...clientFields,
  },
} as const satisfies Record<string, LineFields>;

type FieldIn<F, Part extends LinePart> = F extends {
  readonly [P in Part]: infer S extends z.ZodType;
}
  ? F extends { readonly wire: infer Name extends string }
    ? WireField<Name, S>
    : S
  : never;

type FieldsIn<F extends LineFields, Part extends LinePart> = {
  readonly [K in keyof F as F[K] extends Readonly<Record<Part, z.ZodType>> ? K : never]: FieldIn<
    F[K],
    Part
  >;
};

/** Returns the declarations of all fields that belong to a part. */
export const fieldsIn = <F extends LineFields, const Part extends LinePart>(
  fields: F,
  part: Part,
): FieldsIn<F, Part> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const schema = field[part];
      return schema ? [[name, field.wire ? wire(field.wire, schema) : schema]] : [];
    }),
  ) as unknown as FieldsIn<F, Part>;

/** Returns the schema for the body of an act. */
export const lineBody = <F extends LineFields, const Act extends LineAct>(
  fields: F,
  act: Act,
): TranslatedSchema<FieldsIn<F, Act>> => translated(fieldsIn(fields, act));

/** Parsed body of an act, with the names of the code. */
export type LineBody<F extends LineFields, Act extends LineAct> = Inside<FieldsIn<F, Act>>;

export type IptvFields = (typeof lineFields)['iptv'];
export type P2pFields = (typeof lineFields)['p2p'];

/**
 * Fields of a line on any platform. A body of this type has only the fields that all platforms
 * share.
 */
export type AnyLineFields = IptvFields | P2pFields;

/** Fields of the forms. The forms are the same on every platform. */
type FormFields = Omit<P2pFields, keyof IptvFields> & IptvFields;

type FormFieldOf<Name, F> = F extends { readonly formField: infer Field }
  ? Field
  : F extends { readonly empty: unknown }
    ? Name
    : never;

/** Name of a field in the forms. Error texts are stored by this name. */
export type LineFormField = {
  [K in keyof FormFields]: FormFieldOf<K, FormFields[K]>;
}[keyof FormFields];

/** Values of the forms by field. The product is a separate value. */
export type LineFormValues = {
  readonly [
    K in keyof FormFields as FormFields[K] extends { readonly empty: unknown }
      ? FormFieldOf<K, FormFields[K]>
      : never
  ]: FormFields[K] extends { readonly empty: infer Value } ? Value : never;
};

/**
 * Request about a line, with the names of the code. The body contains only the values that its act
 * sends. Empty texts are not sent.
 */
export type LineInput = {
  readonly [
    K in keyof FormFields as FormFields[K] extends { readonly create: z.ZodType } ? K : never
  ]?: z.input<Extract<FormFields[K], { readonly create: z.ZodType }>['create']> | undefined;
};
