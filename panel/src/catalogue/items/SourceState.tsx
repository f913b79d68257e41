import type { CatalogueStream } from '@ramal/contract/catalogue/catalogue';
import { IconAlertCircle } from '@tabler/icons-react';
import { SideText } from '../SideText.tsx';
import { StatusBadge } from '../../ui/status/StatusBadge.tsx';
import { agoWord, fullTime } from '../times.ts';
import classes from './SourceState.module.css';

/** Shows the result of the last check of a stream's source: the state, the problem and the time. */
export function SourceState({ stream, now }: { stream: CatalogueStream; now: Date }) {
  const {
    sourceState: state,
    sourceProblem: problem,
    sourceCheckedAtTimestamp: checkedAt,
  } = stream;
  if (state === 'unknown') return <SideText>não verificada</SideText>;
  return (
    <span className={classes.root}>
      {state === 'ok' ? (
        <StatusBadge tone="ok">Responde</StatusBadge>
      ) : (
        <>
          <IconAlertCircle size={16} stroke={1.75} role="img" aria-label="Com problema" />
          <span className={classes.problem}>{problem}</span>
        </>
      )}
      {checkedAt !== null && (
        <SideText>
          <span className="num">{agoWord(checkedAt, now)}</span>
        </SideText>
      )}
    </span>
  );
}

export function sourceTitle({
  sourceState,
  sourceProblem,
  sourceCheckedAtTimestamp,
}: CatalogueStream): string | undefined {
  const at = fullTime(sourceCheckedAtTimestamp);
  if (!at) return undefined;
  return sourceState === 'problem'
    ? `${sourceProblem} (verificada em ${at})`
    : `Verificada em ${at}`;
}
