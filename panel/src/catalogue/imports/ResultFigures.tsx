import { Group, Text } from '@mantine/core';
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

const toneColors = {
  ok: 'var(--ok)',
  accent: 'var(--accent-ink)',
  warn: 'var(--warn)',
  plain: 'currentColor',
  bad: 'var(--bad)',
};

/** The five counts of a preview as radio buttons. The selected count filters the table. */
export function ResultFigures({ counts, value, onChange }: ResultFiguresProps) {
  const name = useId();
  return (
    <div className={classes.root} role="radiogroup" aria-label="O que a importação mudaria">
      {resultOrder.map((result) => {
        const { label, icon: Mark, note, tone } = resultTexts[result];
        return (
          <label key={result} className={classes.figure}>
            <input
              type="radio"
              data-covers
              name={name}
              value={result}
              checked={result === value}
              onChange={() => onChange(result)}
            />
            <Group component="span" gap="xs" wrap="nowrap" c="var(--ink-2)" fz="note">
              <Mark
                size={16}
                stroke={1.75}
                color={counts[result] > 0 ? toneColors[tone] : 'currentColor'}
                aria-hidden
              />
              {label}
            </Group>
            <Text
              component="b"
              inherit
              c={counts[result] > 0 ? 'inherit' : 'var(--ink-3)'}
              fz="var(--text-title)"
              lh="var(--leading-title)"
              lts="var(--tracking-figure)"
            >
              {formatCount(counts[result])}
            </Text>
            <Text span inherit c="var(--ink-3)" fz="var(--reading-caption)">
              {note}
            </Text>
          </label>
        );
      })}
    </div>
  );
}
