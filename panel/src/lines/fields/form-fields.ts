/** Fields of the forms about a line, which derive from the descriptions in the contract. */
import { insideName } from '@ramal/contract/api/wire-names';
import {
  type LineAct,
  type LineField,
  lineFields,
  type LineFields,
  type LineFormField,
} from '@ramal/contract/lines/line-fields';

/** Fields of all families: the forms are the same on every platform. */
export const formFields = { ...lineFields.p2p, ...lineFields.iptv };

/** Returns the name of a field in the forms, or undefined if the forms do not have it. */
const formFieldOf = (name: string, { formField, empty }: LineField): LineFormField | undefined =>
  (formField ?? (empty === undefined ? undefined : name)) as LineFormField | undefined;

/**
 * Returns the names in the forms of the fields that an act sends, in the order of the forms. Accounts above the
 * owner do not get what only the owner sees.
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

/** Returns the field of the forms that shows the error of an act under this name. */
export function formFieldOfError(
  fields: LineFields,
  act: LineAct,
  errorName: string,
): LineFormField | undefined {
  for (const [name, field] of Object.entries(fields))
    if (field[act] && insideName(field.wire ?? name) === errorName) return formFieldOf(name, field);
  return undefined;
}
