import { Box } from '@mantine/core';
import type { SourceList } from '@ramal/contract/catalogue/catalogue-lists';
import { TaskBar } from '../../tasks/TaskProgress.tsx';
import { StatusBadge } from '../../ui/status/StatusBadge.tsx';
import { importStates, isRunning } from '../imports/import-texts.ts';
import { SideText } from '../SideText.tsx';
import { agoWord } from '../times.ts';
import classes from './LastImport.module.css';

interface LastImportProps {
  list: SourceList;
  now: Date;
  onOpen: (importId: number) => void;
}

/**
 * Shows the state of a list's last import, with its progress or date. A press on the state opens
 * the import.
 */
export function LastImport({ list, now, onOpen }: LastImportProps) {
  const last = list.lastImport;
  if (!last) return <SideText>nunca importada</SideText>;
  const { label, tone } = importStates[last.state];
  return (
    <span className={classes.root}>
      <button
        type="button"
        className={classes.open}
        data-touch-area
        aria-label={`Ver a importação de ${list.name}: ${label}`}
        onClick={() => onOpen(last.id)}
      >
        <StatusBadge tone={tone}>{label}</StatusBadge>
      </button>
      {isRunning(last) && last.task ? (
        <Box component="span" w="calc(4 * var(--space-3xl))">
          <TaskBar task={last.task} label={`${label} ${list.name}`} />
        </Box>
      ) : (
        <SideText>{agoWord(last.appliedAtTimestamp ?? last.createdAtTimestamp, now)}</SideText>
      )}
    </span>
  );
}
