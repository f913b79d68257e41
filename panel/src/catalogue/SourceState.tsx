import type { CatalogueStream } from '@ramal/contract/catalogue';
import { IconAlertCircle } from '@tabler/icons-react';
import { StatusBadge } from '../ui/status.tsx';
import { agoWord, fullTime } from './times.ts';

/** Whether its source answered when asked last, why not, and when that was. */
export function SourceState({ stream, now }: { stream: CatalogueStream; now: Date }) {
  const {
    source_state: state,
    source_problem: problem,
    source_checked_at_timestamp: checkedAt,
  } = stream;
  // What nobody asked about is no state to look at.
  if (state === 'unknown') return <span className="catalogue-side">não verificada</span>;
  return (
    <span className="source-state">
      {state === 'ok' ? (
        <StatusBadge tone="ok">Responde</StatusBadge>
      ) : (
        <>
          <IconAlertCircle size={16} stroke={1.75} role="img" aria-label="Com problema" />
          <span className="source-problem">{problem}</span>
        </>
      )}
      {checkedAt !== null && <span className="catalogue-side num">{agoWord(checkedAt, now)}</span>}
    </span>
  );
}

export function sourceTitle({
  source_state,
  source_problem,
  source_checked_at_timestamp,
}: CatalogueStream): string | undefined {
  const at = fullTime(source_checked_at_timestamp);
  if (!at) return undefined;
  return source_state === 'problem'
    ? `${source_problem} (verificada em ${at})`
    : `Verificada em ${at}`;
}
