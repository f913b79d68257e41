/** A run in progress: one customer at a time, the queue next to it, and the outcomes at its end. */
import { customerName } from '@ramal/contract/rules/customer-name';
import { OneCustomer } from './OneCustomer.tsx';
import { type LineToCharge, type Run, type RunOccasion, useRun } from './run.ts';
import { Passed, RunEnd } from './RunEnd.tsx';
import classes from './ChargeRun.module.css';

interface RunningProps {
  readonly initialLines: readonly LineToCharge[];
  /** Name under which the passed customers outlive a reload. */
  readonly name: string;
  readonly from: { readonly to: string; readonly search: object };
  readonly occasion?: RunOccasion;
}

export function Running({ initialLines, name, from, occasion = 'charge' }: RunningProps) {
  const run = useRun(initialLines, { name, occasion });
  const { lines, place, current } = run;
  return (
    <div className={classes.screen}>
      <section
        className={classes.root}
        aria-label={occasion === 'charge' ? 'Cobrança' : 'Avisos de renovação'}
      >
        <p className={classes.progress} role="status">
          <b className="num">{Math.min(place + 1, lines.length)}</b> de {lines.length}
        </p>
        <progress
          className={classes.bar}
          aria-label="Andamento"
          value={Math.min(place, lines.length)}
          max={lines.length}
        />
        {current ? (
          <OneCustomer key={current.id} run={run} line={current} />
        ) : (
          <RunEnd run={run} from={from} />
        )}
      </section>
      {current && <Queue run={run} />}
    </div>
  );
}

/** On wide screens: who follows, then who is done. */
function Queue({ run }: { run: Run }) {
  const { lines, current, outcomeOf } = run;
  const following = lines.filter((line) => line !== current && !outcomeOf(line));
  const done = lines.filter((line) => line !== current && outcomeOf(line));
  return (
    <aside className={classes.queue} aria-label="Fila" data-run-queue>
      {following.length > 0 && (
        <>
          <h3>A seguir</h3>
          <ol className={classes.people}>
            {following.map((line) => (
              <li key={line.id}>
                <span>
                  <b>{customerName(line).name}</b>
                  <small className="mono">{line.username}</small>
                </span>
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
              <Passed key={line.id} line={line} outcome={outcomeOf(line)} />
            ))}
          </ul>
        </>
      )}
    </aside>
  );
}
