/**
 * Form of the migrators: its values, the body of its call, and the error texts (V-34 to V-38, M-40,
 * M-42).
 */
import { messages, warningLines } from '@ramal/contract/api/validation';
import { readListLink } from '@ramal/contract/rules/list-link';
import type { AlertOptions } from '../../ui/dialogs/AlertBox.tsx';
import type { FieldErrors } from '../../ui/form/form-errors.ts';
import { readDueDay } from './due-day.ts';
import type { Customer, Migration, Migrator } from './migrator.ts';

export interface MigratorForm extends Customer {
  readonly packageId: number | null;
  /** Format dd/mm/yyyy; may be incomplete. */
  readonly due: string;
  readonly note: string;
}

export const emptyMigratorForm: MigratorForm = {
  url: '',
  name: '',
  pass: '',
  packageId: null,
  due: '',
  note: '',
};

export function toMigration(
  { packageId, due, ...values }: MigratorForm,
  now: Date,
  credits: number | undefined,
): Migration {
  const day = readDueDay(due, now);
  return {
    ...values,
    url: values.url.trim(),
    note: values.note.trim(),
    packageId: packageId ?? undefined,
    dueDay: 'error' in day ? '' : day.iso,
    credits,
  };
}

/**
 * Returns the error texts of the fields. `unknownCost` is the error while the cost is not loaded.
 * The function returns that error only if all fields are valid.
 */
export function migratorProblems(
  migrator: Migrator,
  values: MigratorForm,
  now: Date,
  unknownCost: string | undefined,
): FieldErrors {
  const missing = missingFields(migrator, values);
  const day = readDueDay(values.due, now);
  const linkProblem =
    migrator.knownBy === 'address' && !missing.url ? readListLink(values.url).problem : undefined;
  const problems: FieldErrors = {
    ...missing,
    ...(linkProblem ? { url: linkProblem } : {}),
    ...('error' in day ? { due: day.error } : {}),
  };
  return Object.keys(problems).length === 0 && unknownCost ? { cost: unknownCost } : problems;
}

function missingFields({ knownBy }: Migrator, values: MigratorForm): FieldErrors {
  const labels =
    knownBy === 'address' ? { url: 'Link da lista' } : { name: 'Usuário', pass: 'Senha' };
  const missing: Record<string, string> = {};
  for (const [field, label] of Object.entries(labels))
    if (values[field as keyof Customer].trim() === '') missing[field] = messages.required(label);
  if (values.packageId === null) missing.plan = messages.required('Pacote');
  return missing;
}

/**
 * Returns the dialog for the errors of the form. If a field is missing, the dialog shows only that
 * a field is missing (M-40). Otherwise it lists the errors.
 */
export function migratorAlert(
  migrator: Migrator,
  values: MigratorForm,
  { due, ...errors }: FieldErrors,
): AlertOptions {
  const isIncomplete = Object.keys(missingFields(migrator, values)).length > 0;
  const dueText = due && (due === WRONG_DAY ? due : `${WRONG_DAY}. ${due}`);
  const lines = isIncomplete
    ? ['Preencha todos os campos']
    : warningLines({ ...errors, ...(dueText ? { due: dueText } : {}) });
  return {
    title: 'Atenção',
    tone: 'warn',
    ...(lines.length === 1 ? { text: lines[0] } : { messages: lines }),
  };
}

/** Title of the text about a day that cannot be selected (M-42). */
const WRONG_DAY = 'Data de vencimento inválida';
