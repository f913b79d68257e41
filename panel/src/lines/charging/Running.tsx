/**
 * Shows a run, which sends charges or other messages one after the other: the current customer and
 * the queue. At the end, shows the results.
 */
import { Stack } from '@mantine/core';
import { customerName } from '@ramal/contract/rules/customer-name';
import { IconCircleCheck } from '@tabler/icons-react';
import { useNow } from '../../foundation/use-now.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { EmptyState } from '../../ui/states/EmptyState.tsx';
import { Loaded, type Query } from '../../ui/states/Loaded.tsx';
import { OneCustomer } from './OneCustomer.tsx';
import { type Run, type RunLine, useRun } from './run.ts';
import { messageReason } from './reason-words.ts';
import { CustomerOutcome, RunEnd } from './RunEnd.tsx';
import classes from './ChargeRun.module.css';

interface LoadedRunProps extends Omit<RunningProps, 'initialLines'> {
  readonly query: Query<readonly RunLine[]>;
  readonly failed: string;
  /** Title, text and label of the back button, shown if the run has no customers. */
  readonly empty: { readonly title: string; readonly text?: string; readonly back?: string };
}

/** Loads the customers and then starts the run. */
export const LoadedRun = ({ query, failed, empty, ...run }: LoadedRunProps) => (
  <Loaded query={query} failed={failed} height={420} radius={14} label="Carregando">
    {(lines) =>
      lines.length > 0 ? (
        <Running initialLines={lines} {...run} />
      ) : (
        <EmptyState
          icon={IconCircleCheck}
          tone="ok"
          title={empty.title}
          text={empty.text}
          actions={<LinkButton {...run.from}>{empty.back ?? 'Voltar'}</LinkButton>}
        />
      )
    }
  </Loaded>
);

interface RunningProps {
  readonly initialLines: readonly RunLine[];
  /**
   * Storage key of the skipped customers, so that they survive a reload. Undefined for a run of one
   * chosen customer, which ignores earlier charges and skips.
   */
  readonly name?: string;
  readonly from: { readonly to: string; readonly search: object };
}

function Running({ initialLines, name, from }: RunningProps) {
  const run = useRun(initialLines, name);
  const { lines, index, current } = run;
  return (
    <div className={classes.screen}>
      <Stack component="section" gap="lg" maw="calc(28 * var(--space-3xl))" aria-label="Mensagens">
        <p className={classes.progress} role="status">
          <b className="num">{Math.min(index + 1, lines.length)}</b> de {lines.length}
        </p>
        <progress
          className={classes.bar}
          aria-label="Andamento"
          value={Math.min(index, lines.length)}
          max={lines.length}
        />
        {current ? (
          <OneCustomer key={current.id} run={run} line={current} />
        ) : (
          <RunEnd run={run} from={from} />
        )}
      </Stack>
      {current && <Queue run={run} />}
    </div>
  );
}

/**
 * The next customers, who can be chosen, followed by the finished customers. Next to the shown
 * customer on wide screens, otherwise under it.
 */
function Queue({ run }: { run: Run }) {
  const { lines, current, outcomeOf } = run;
  const now = useNow();
  const following = lines.filter((line) => line !== current && !outcomeOf(line));
  const done = lines.filter((line) => line !== current && outcomeOf(line));
  const choose = (line: RunLine) => {
    run.choose(line);
    globalThis.scrollTo({ top: 0 });
  };
  return (
    <aside className={classes.queue} aria-label="Fila" data-run-queue>
      {following.length > 0 && (
        <>
          <h3>A seguir</h3>
          <ol className={classes.people}>
            {following.map((line) => (
              <li key={line.id}>
                <button type="button" onClick={() => choose(line)}>
                  <b>{customerName(line).name}</b>
                  {line.reason ? (
                    <small>{messageReason(line, now)}</small>
                  ) : (
                    <small className="mono">{line.username}</small>
                  )}
                </button>
              </li>
            ))}
          </ol>
        </>
      )}
      {done.length > 0 && (
        <>
          <h3>Feitos</h3>
          <ul className={classes.people}>
            {done.map((line) => (
              <CustomerOutcome key={line.id} line={line} outcome={outcomeOf(line)} />
            ))}
          </ul>
        </>
      )}
    </aside>
  );
}
