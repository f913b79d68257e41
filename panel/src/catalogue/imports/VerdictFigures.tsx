import type { ListImport, Verdict } from '@ramal/contract/catalogue/catalogue-lists';
import { useId } from 'react';
import { formatCount } from '../../foundation/numbers.ts';
import { verdictOrder, verdictTexts } from './import-texts.ts';
import classes from './VerdictFigures.module.css';

export interface VerdictFiguresProps {
  counts: ListImport['counts'];
  value: Verdict;
  onChange: (verdict: Verdict) => void;
}

/** The five figures of a preview as radio buttons: the chosen one is what the table shows. */
export function VerdictFigures({ counts, value, onChange }: VerdictFiguresProps) {
  const name = useId();
  return (
    <div className={classes.root} role="radiogroup" aria-label="O que a importação mudaria">
      {verdictOrder.map((verdict) => {
        const { label, icon: Mark, note, tone } = verdictTexts[verdict];
        return (
          <label
            key={verdict}
            className={classes.figure}
            data-tone={counts[verdict] > 0 ? tone : 'none'}
          >
            <input
              type="radio"
              name={name}
              value={verdict}
              checked={verdict === value}
              onChange={() => onChange(verdict)}
            />
            <span className={classes.label}>
              <Mark size={16} stroke={1.75} aria-hidden />
              {label}
            </span>
            <b>{formatCount(counts[verdict])}</b>
            <span className={classes.note}>{note}</span>
          </label>
        );
      })}
    </div>
  );
}
