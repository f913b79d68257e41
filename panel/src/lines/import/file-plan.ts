/**
 * Defines how a file is parsed: the meaning of each column, and the values shared by all customers.
 */
import {
  type FieldColumns,
  type FileField,
  type FilePlan,
  type LineFile,
  fileFields,
} from '@ramal/contract/lines/line-import';
import { type PlatformKey, platforms } from '@ramal/contract/rules/platforms';
import type { FieldErrors } from '../../ui/form/form-errors.ts';
import { readDueDay } from '../migrators/due-day.ts';

export interface PlanForm {
  readonly platform: PlatformKey;
  readonly hasHeader: boolean;
  readonly columns: FieldColumns;
  readonly packageId: number | null;
  /** Format dd/mm/yyyy. */
  readonly due: string;
}

export const fieldNames: Record<FileField, string> = {
  username: 'Usuário',
  password: 'Senha',
  due: 'Vencimento',
  note: 'Nota',
  whatsapp: 'WhatsApp',
  plan: 'Pacote',
  url: 'Link da lista (M3U)',
};

/**
 * Returns the form values of the last checked plan. If the file was never checked, returns the
 * guess of the server.
 */
export function toPlanForm({ plan, guess }: LineFile, sold: readonly PlatformKey[]): PlanForm {
  if (!plan)
    return {
      platform: sold[0] ?? 'iptv',
      hasHeader: guess.hasHeader,
      columns: guess.columns,
      packageId: null,
      due: '',
    };
  return {
    platform: plan.platform,
    hasHeader: plan.hasHeader,
    columns: plan.columns,
    packageId: plan.package ?? plan.productid ?? null,
    due: plan.dueDate?.split('-').toReversed().join('/') ?? '',
  };
}

export const fieldAt = (columns: FieldColumns, index: number): FileField | undefined =>
  fileFields.find((field) => columns[field] === index);

/**
 * Assigns a field to a column. A column can have only one field, and a field only one column, so
 * earlier assignments of both are removed.
 */
export function withField(
  columns: FieldColumns,
  index: number,
  field: FileField | undefined,
): FieldColumns {
  const left = Object.entries(columns).filter(([name, at]) => at !== index && name !== field);
  return { ...Object.fromEntries(left), ...(field ? { [field]: index } : {}) };
}

export function planProblems({ columns, packageId, due }: PlanForm, now: Date): FieldErrors {
  const hasUrl = columns.url !== undefined;
  const missing = (['username', 'password'] as const).filter(
    (field) => columns[field] === undefined,
  );
  const day = due === '' ? undefined : readDueDay(due, now);
  return {
    ...(missing.length > 0 && !hasUrl
      ? {
          columns: `Diga qual coluna é ${missing.map((field) => fieldNames[field]).join(' e qual é ')}.`,
        }
      : {}),
    ...(packageId === null && columns.plan === undefined
      ? { plan: 'Escolha o pacote, ou a coluna que diz o de cada um.' }
      : {}),
    ...(columns.due === undefined && due === ''
      ? { due: 'Nenhuma coluna é o vencimento: informe um para todos.' }
      : {}),
    ...(day && 'error' in day ? { due: day.error } : {}),
  };
}

export function toFilePlan(
  { platform, hasHeader, columns, packageId, due }: PlanForm,
  now: Date,
): FilePlan {
  const day = due === '' ? undefined : readDueDay(due, now);
  const chosen = platforms[platform].plays ? 'package' : 'productid';
  return {
    platform,
    hasHeader,
    columns,
    ...(packageId === null ? {} : { [chosen]: packageId }),
    ...(day && 'iso' in day ? { dueDate: day.iso } : {}),
  };
}
