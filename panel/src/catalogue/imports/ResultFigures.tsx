import type { ListImport, EntryResult } from '@ramal/contract/catalogue/catalogue-lists';
import { useId } from 'react';
import { formatCount } from '../../foundation/numbers.ts';
import { resultOrder, resultTexts } from './import-texts.ts';
import classes from './ResultFigures.module.css';

interface ResultFiguresProps {
  counts: ListImport['counts'];
  value: EntryResult;
  onChange: (result: EntryResult) => void;
}

/** The five figures of a preview as radio buttons: the chosen one is what the table shows. */
export function ResultFigures({ counts, value, onChange }: ResultFiguresProps) {
  const name = useId();
  return (
    <div className={classes.root} role="radiogroup" aria-label="O que a importação mudaria">
      {resultOrder.map((result) => {
        const { label, icon: Mark, note, tone } = resultTexts[result];
        return (
          <label
            key={result}
            className={classes.figure}
            data-tone={counts[result] > 0 ? tone : 'none'}
          >
            <input
              type="radio"
              name={name}
              value={result}
              checked={result === value}
              onChange={() => onChange(result)}
            />
            <span className={classes.label}>
              <Mark size={16} stroke={1.75} aria-hidden />
              {label}
            </span>
            <b>{formatCount(counts[result])}</b>
            <span className={classes.note}>{note}</span>
          </label>
        );
      })}
    </div>
  );
}
