/** The migrators' form: what is typed, and how it becomes a call or the texts that say why not (V-34 to V-38). */
import { readListAddress } from '@ramal/contract/lines/list-migrators';
import { messages, warningLines } from '@ramal/contract/api/validation';
import { newKey } from '../../foundation/keys.ts';
import type { FormRefusal } from './use-form-errors.ts';
import { judgeDay } from './due-day.ts';
import {
  type Customer,
  type Migration,
  type Migrator,
  type MigratorField,
  migratorFields,
} from './migrator.ts';

export interface MigratorDraft {
  readonly packageId: number | null;
  /** dd/mm/yyyy, as far as it is typed. */
  readonly due: string;
  readonly note: string;
  /** Idempotency-Key of this form, kept with what was typed. */
  readonly key: string;
}

/** The package stays for the next customer. */
export const freshDraft = (packageId: number | null = null): MigratorDraft => ({
  packageId,
  due: '',
  note: '',
  key: newKey(),
});

export const noCustomer: Customer = { url: '', name: '', pass: '' };

export type MigratorTexts = Partial<Record<MigratorField, string>>;

type Reading =
  | { ok: true; input: Migration; days: number }
  | { ok: false; refusal: FormRefusal<MigratorTexts> };

/** Something missing has its own documented text (M-40); everything else is said by its own. */
export function readDraft(
  { knownBy }: Migrator,
  customer: Customer,
  draft: MigratorDraft,
  now: Date,
  credits: number | undefined,
): Reading {
  const missing: MigratorTexts = {
    ...(knownBy === 'address' ? missingText('url', customer.url, 'Link da lista') : {}),
    ...(knownBy === 'typed' ? missingText('name', customer.name, 'Usuário') : {}),
    ...(knownBy === 'typed' ? missingText('pass', customer.pass, 'Senha') : {}),
    ...(draft.packageId === null ? { plan: messages.required('Pacote') } : {}),
  };
  const day = judgeDay(draft.due, now);
  const wrong: MigratorTexts = {
    ...(knownBy === 'address' && !missing.url && !readListAddress(customer.url)
      ? { url: 'Link inválido, não contém username e password' }
      : {}),
    ...('error' in day ? { due: day.error } : {}),
  };
  if ('error' in day || Object.keys({ ...missing, ...wrong }).length > 0) {
    const fields = inOrder({ ...missing, ...wrong });
    const lines = Object.keys(missing).length > 0 ? [FILL_IN] : warningLines(saidOf(fields));
    return { ok: false, refusal: { fields, title: 'Atenção', lines } };
  }
  return {
    ok: true,
    days: day.days,
    input: {
      ...customer,
      url: customer.url.trim(),
      packageId: draft.packageId ?? undefined,
      dueDay: day.iso,
      note: draft.note.trim(),
      credits,
    },
  };
}

const FILL_IN = 'Preencha todos os campos';

const missingText = (field: MigratorField, typed: string, label: string): MigratorTexts =>
  typed.trim() === '' ? { [field]: messages.required(label) } : {};

/** A day that is typed but not served has a text that says what to do; M-42 heads it. */
const saidOf = ({ due, ...rest }: MigratorTexts): Record<string, string> => ({
  ...(rest as Record<string, string>),
  ...(due ? { due: due === WRONG_DAY ? due : `${WRONG_DAY}. ${due}` } : {}),
});

const WRONG_DAY = 'Data de vencimento inválida';

/** As the fields stand on the screen. */
const inOrder = (texts: MigratorTexts): MigratorTexts =>
  Object.fromEntries(
    migratorFields.flatMap((field) => (texts[field] ? [[field, texts[field]]] : [])),
  );
