import type { ListImport, Verdict } from '@ramal/contract/catalogue-lists';
import { useId } from 'react';
import { formatCount } from '../foundation/numbers.ts';
import { verdictOrder, verdictWords } from './import-words.ts';

export interface VerdictFiguresProps {
  counts: ListImport['counts'];
  value: Verdict;
  onChange: (verdict: Verdict) => void;
}

/** The five figures of a dry run; the one that is chosen says what the table shows. Radio buttons underneath. */
export function VerdictFigures({ counts, value, onChange }: VerdictFiguresProps) {
  const name = useId();
  return (
    <div className="verdicts" role="radiogroup" aria-label="O que a importação mudaria">
      {verdictOrder.map((verdict) => {
        const { label, icon: Mark, note, tone } = verdictWords[verdict];
        return (
          <label key={verdict} className="verdict" data-tone={counts[verdict] > 0 ? tone : 'none'}>
            <input
              type="radio"
              name={name}
              value={verdict}
              checked={verdict === value}
              onChange={() => onChange(verdict)}
            />
            <span className="verdict-label">
              <Mark size={16} stroke={1.75} aria-hidden />
              {label}
            </span>
            <b>{formatCount(counts[verdict])}</b>
            <span className="verdict-note">{note}</span>
          </label>
        );
      })}
    </div>
  );
}
