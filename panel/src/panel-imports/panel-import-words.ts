/** Labels for the states of a panel import and of its rows. */
import type {
  ImportedKind,
  PanelImportRow,
  PanelImportState,
  PanelOutcome,
} from '@ramal/contract/operations/panel-imports';
import type { Tone } from '../ui/status/StatusBadge.tsx';

export const stateLabels: Record<PanelImportState, string> = {
  reading: 'Lendo',
  interrupted: 'Leitura interrompida',
  ready: 'À espera',
  applying: 'Trazendo',
  applied: 'Concluída',
  undoing: 'Desfazendo',
  undone: 'Desfeita',
  forgotten: 'Esquecida',
};

export const kindLabels: Record<ImportedKind, string> = { reseller: 'Revenda', line: 'Linha' };

interface RowState {
  readonly label: string;
  readonly tone: Tone;
}

const outcomes: Record<PanelOutcome, RowState> = {
  brought: { label: 'Veio', tone: 'ok' },
  refused: { label: 'Recusada', tone: 'bad' },
  undone: { label: 'Desfeita', tone: 'off' },
  stays: { label: 'Ficou', tone: 'warn' },
};

/** State of a row: its outcome or, before the import, the expected result. */
export function rowState({ outcome, result }: PanelImportRow): RowState | undefined {
  if (outcome) return outcomes[outcome];
  if (result === 'new') return { label: 'Virá', tone: 'ok' };
  if (result === 'same') return { label: 'Já veio', tone: 'off' };
  return result ? { label: 'Fica de fora', tone: 'bad' } : undefined;
}
