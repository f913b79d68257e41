/** A charging run in progress: one customer at a time, and what became of each at its end. */
import { OneCustomer } from './OneCustomer.tsx';
import { type LineToCharge, useRun } from './run.ts';
import { RunEnd } from './RunEnd.tsx';
import classes from './ChargeRun.module.css';

export interface RunningProps {
  readonly found: readonly LineToCharge[];
  /** Under which what was skipped outlives a reload. */
  readonly name: string;
  readonly from: { readonly to: string; readonly search: object };
}

export function Running({ found, name, from }: RunningProps) {
  const run = useRun(found, name);
  const { lines, place, current } = run;
  return (
    <section className={classes.root} aria-label="Cobrança">
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
  );
}
