/** How a file is read, as a person puts it together: what each column is, and what is the same for all. */
import {
  type FieldColumns,
  type FileField,
  type FilePlan,
  type LineFile,
  fileFields,
} from '@ramal/contract/lines/line-import';
import { type PlatformKey, platforms } from '@ramal/contract/rules/platforms';
import { judgeDay } from '../migrators/due-day.ts';

export interface PlanDraft {
  readonly platform: PlatformKey;
  readonly hasHeader: boolean;
  readonly columns: FieldColumns;
  readonly packageId: number | null;
  /** dd/mm/yyyy */
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

/** As it was judged last, or as it seems to be. */
export function draftOf({ plan, guess }: LineFile, sold: readonly PlatformKey[]): PlanDraft {
  if (!plan)
    return {
      platform: sold[0] ?? 'iptv',
      hasHeader: guess.has_header,
      columns: guess.columns,
      packageId: null,
      due: '',
    };
  return {
    platform: plan.platform,
    hasHeader: plan.has_header,
    columns: plan.columns,
    packageId: plan.package ?? plan.productid ?? null,
    due: plan.due_date?.split('-').toReversed().join('/') ?? '',
  };
}

export const fieldAt = (columns: FieldColumns, index: number): FileField | undefined =>
  fileFields.find((field) => columns[field] === index);

/** A column is one thing, and one thing is one column: the other gives way. */
export function withField(
  columns: FieldColumns,
  index: number,
  field: FileField | undefined,
): FieldColumns {
  const left = Object.entries(columns).filter(([name, at]) => at !== index && name !== field);
  return { ...Object.fromEntries(left), ...(field ? { [field]: index } : {}) };
}

export type PlanTexts = Partial<Record<'columns' | 'plan' | 'due', string>>;

/** What keeps it from being judged, under the field it is about. */
export function objectionsTo({ columns, packageId, due }: PlanDraft, now: Date): PlanTexts {
  const known = columns.url !== undefined;
  const missing = (['username', 'password'] as const).filter(
    (field) => columns[field] === undefined,
  );
  const judged = due === '' ? undefined : judgeDay(due, now);
  return {
    ...(missing.length > 0 && !known
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
    ...(judged && 'error' in judged ? { due: judged.error } : {}),
  };
}

export function planOf(
  { platform, hasHeader, columns, packageId, due }: PlanDraft,
  now: Date,
): FilePlan {
  const judged = due === '' ? undefined : judgeDay(due, now);
  const chosen = platforms[platform].plays ? 'package' : 'productid';
  return {
    platform,
    has_header: hasHeader,
    columns,
    ...(packageId === null ? {} : { [chosen]: packageId }),
    ...(judged && 'iso' in judged ? { due_date: judged.iso } : {}),
  };
}
