/** Participle of each act, which a batch shows for rows that succeeded. */
const participles: Readonly<Record<string, string>> = {
  'extend-lines': 'Renovada',
  'switch-on-lines': 'Ligada',
  'switch-off-lines': 'Desligada',
  'end-of-day-lines': 'Ajustada',
  'plan-lines': 'Alterada',
  'delete-lines': 'Excluída',
  'delete-expired-lines': 'Excluída',
  'delete-tests': 'Excluída',
  'migrate-lines': 'Migrada',
  'block-tests': 'Bloqueada',
  'unblock-tests': 'Desbloqueada',
  'restore-lines': 'Restaurada',
};

/** Returns «Renovada», «Excluída» and so on. Every import of lines has the same participle. */
export function batchParticiple(kind: string): string {
  return participles[kind] ?? (kind.startsWith('import-') ? 'Importada' : 'Concluída');
}

/** Participle of the rows of a batch that was undone. */
export const UNDONE_PARTICIPLE = 'Desfeita';
