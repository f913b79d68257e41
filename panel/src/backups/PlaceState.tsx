/** Time of the last backup in a store and the result of its verification, or its error. */
import { formatBytes } from '../foundation/bytes.ts';
import { relativeWord } from '../foundation/dates.ts';
import { useNow } from '../foundation/use-now.ts';
import { type Backups, type Place, chainAt, sinceWords, troubleAt } from './backup-words.ts';
import classes from './PlaceState.module.css';

interface PlaceStateProps {
  readonly backups: Backups;
  readonly place: Place;
}

export function PlaceState({ backups, place }: PlaceStateProps) {
  const now = useNow();
  const trouble = troubleAt(backups, place);
  if (trouble !== null)
    return (
      <span className={classes.root} data-bad>
        {trouble}
      </span>
    );
  return <span className={classes.root}>{factsOf(backups, place, now).join(' · ')}</span>;
}

function factsOf(backups: Backups, { type, freeBytes: free, reading }: Place, now: Date) {
  const closed = chainAt(backups, type)?.closedTimestamp ?? null;
  return [
    ...(closed === null ? [] : [`Em dia ${sinceWords(closed, now)}`]),
    ...(reading
      ? [`lido de volta ${relativeWord(new Date(reading.readAtTimestamp * 1000), now)}`]
      : []),
    ...(free === null ? [] : [`${formatBytes(free)} livres`]),
  ];
}
