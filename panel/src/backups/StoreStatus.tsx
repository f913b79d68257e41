/** Time of the last backup in a store and the result of its verification, or its error. */
import { formatBytes } from '../foundation/bytes.ts';
import { relativeWord } from '../foundation/dates.ts';
import { useNow } from '../foundation/use-now.ts';
import {
  type Backups,
  type BackupStoreAnswer,
  findChain,
  sinceWords,
  findStoreFault,
} from './backup-words.ts';
import classes from './StoreStatus.module.css';

interface StoreStatusProps {
  readonly backups: Backups;
  readonly store: BackupStoreAnswer;
}

export function StoreStatus({ backups, store }: StoreStatusProps) {
  const now = useNow();
  const fault = findStoreFault(backups, store);
  if (fault !== null)
    return (
      <span className={classes.root} data-bad>
        {fault}
      </span>
    );
  return <span className={classes.root}>{factsOf(backups, store, now).join(' · ')}</span>;
}

function factsOf(
  backups: Backups,
  { type, freeBytes: free, reading }: BackupStoreAnswer,
  now: Date,
) {
  const closed = findChain(backups, type)?.closedTimestamp ?? null;
  return [
    ...(closed === null ? [] : [`Em dia ${sinceWords(closed, now)}`]),
    ...(reading
      ? [`lido de volta ${relativeWord(new Date(reading.readAtTimestamp * 1000), now)}`]
      : []),
    ...(free === null ? [] : [`${formatBytes(free)} livres`]),
  ];
}
