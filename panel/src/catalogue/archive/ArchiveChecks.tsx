import { Loader } from '@mantine/core';
import { archiveChecks, type ChannelArchive } from '@ramal/contract/catalogue/archive';
import type { Task } from '@ramal/contract/tasks';
import { IconAlertCircle, IconCircleCheck, IconCircleDashed } from '@tabler/icons-react';
import classes from './ArchiveChecks.module.css';
import { checkTexts } from './archive-texts.ts';

interface ArchiveChecksProps {
  proof: ChannelArchive['proof'];
  /** Proof that is currently running. Its progress is the number of finished checks. */
  task: Task | undefined;
}

/** Shows the five checks of an archive proof and the result of each. */
export function ArchiveChecks({ proof, task }: ArchiveChecksProps) {
  if (!proof && !task) return null;
  return (
    <ul className={classes.root} aria-label="Provas do arquivo" aria-busy={task !== undefined}>
      {archiveChecks.map((check, index) => {
        const row = proof?.checks.find((candidate) => candidate.check === check);
        const result = task ? runningResult(index, task.done) : (row?.result ?? 'skipped');
        return (
          <li key={check} data-result={result}>
            <ResultIcon result={result} />
            <p>{row?.text ?? checkTexts[check]}</p>
            {!task && row && <small>{row.detail}</small>}
          </li>
        );
      })}
    </ul>
  );
}

type Result = 'ok' | 'problem' | 'skipped' | 'running';

function runningResult(index: number, done: number): Result {
  if (index < done) return 'ok';
  return index === done ? 'running' : 'skipped';
}

const labels: Record<Result, string> = {
  ok: 'Passou',
  problem: 'Não passou',
  skipped: 'Não conferido',
  running: 'Conferindo',
};

const icons = { ok: IconCircleCheck, problem: IconAlertCircle, skipped: IconCircleDashed };

function ResultIcon({ result }: { result: Result }) {
  if (result === 'running') return <Loader size={18} aria-label={labels.running} />;
  const Icon = icons[result];
  return <Icon size={18} stroke={1.75} role="img" aria-label={labels[result]} />;
}
