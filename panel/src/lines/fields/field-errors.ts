/** Refusals, the form's own and the server's, as texts under the fields and the dialog that goes with them. */
import { errorText } from '@ramal/contract/errors';
import { warningLines } from '@ramal/contract/validation';
import type { ApiError } from '../../foundation/api.ts';
import type { FieldTexts, FormField, LinePlatform } from '../platforms/platform.ts';

export interface Objection<Texts = FieldTexts> {
  readonly fields: Texts;
  readonly title: string;
  readonly lines: readonly string[];
  readonly requestId?: string | undefined;
}

/** The package alone missing has its own documented dialog (M-08, M-09); everything else is «Atenção» (V-06). */
export function objectionTo(fields: FieldTexts, planMissing: boolean): Objection {
  if (planMissing && Object.keys(fields).length === 1) {
    return { fields, title: 'Ocorreu um erro', lines: [errorText('package_missing')] };
  }
  const texts = order.flatMap((field) => (fields[field] ? [[field, fields[field]]] : []));
  return { fields, title: 'Atenção', lines: warningLines(Object.fromEntries(texts)) };
}

/** The messages stand as the fields do on the screen. */
const order: readonly FormField[] = [
  'credits',
  'testHours',
  'plan',
  'username',
  'whatsapp',
  'note',
];

/** Codes that speak of one field even where the server named none. */
const fieldOfCode: Partial<Record<string, FormField>> = {
  package_missing: 'plan',
  package_unknown: 'plan',
  bouquet_unknown: 'plan',
  username_taken: 'username',
};

export function objectionFrom(platform: LinePlatform, error: ApiError): Objection {
  const fields = formFields(platform, error.fields);
  const field = fieldOfCode[error.code];
  if (field && !fields[field]) fields[field] = error.message;
  return { fields, title: error.title, lines: [error.message], requestId: error.requestId };
}

/** Wire names of fields -> the form's. */
export function formFields(
  platform: LinePlatform,
  texts: Readonly<Record<string, string>>,
): FieldTexts {
  const fields: FieldTexts = {};
  for (const [name, text] of Object.entries(texts)) {
    const field = platform.formFields[name.split('.')[0] ?? ''];
    if (field) fields[field] ??= text;
  }
  return fields;
}
