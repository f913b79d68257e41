import { insideName } from '@ramal/contract/api/wire-names';
import {
  type LineAct,
  type LineField,
  lineFields,
  type LineFields,
  type LineFormField,
} from '@ramal/contract/lines/line-fields';

/** Fields of all platforms together, because the forms have the same fields on every platform. */
export const formFields = { ...lineFields.p2p, ...lineFields.iptv };

/** Returns the name of a line field in the forms. Undefined if the forms do not have this field. */
const formFieldOf = (name: string, { formField, empty }: LineField): LineFormField | undefined =>
  (formField ?? (empty === undefined ? undefined : name)) as LineFormField | undefined;

/**
 * Returns the form names of the fields that an action sends, in the order of the form. For an
 * ancestor account, fields that only the owner can see are omitted.
 */
export const formFieldsIn = (
  fields: LineFields,
  act: LineAct,
  isOwner = true,
): readonly LineFormField[] => [
  ...new Set(
    Object.entries(fields).flatMap(([name, field]) =>
      field[act] && (isOwner || !field.ownerOnly) ? (formFieldOf(name, field) ?? []) : [],
    ),
  ),
];

export function formFieldOfError(
  fields: LineFields,
  act: LineAct,
  errorName: string,
): LineFormField | undefined {
  for (const [name, field] of Object.entries(fields))
    if (field[act] && insideName(field.wire ?? name) === errorName) return formFieldOf(name, field);
  return undefined;
}
