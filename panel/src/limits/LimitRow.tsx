import { Switch } from '@mantine/core';
import type { LimitName } from '@ramal/contract/resellers/limits';
import type { ReactNode } from 'react';
import { type LimitsOf, aboveText, usedText } from './limit-form.ts';
import { limitWords } from './limit-words.ts';
import { FieldError } from '../ui/form/FieldError.tsx';

export interface LimitRowProps {
  name: LimitName;
  limits: LimitsOf;
  limited: boolean;
  onLimited: (limited: boolean) => void;
  error: string | undefined;
  /** What is set, while it is limited. */
  children: ReactNode;
}

/** One limit: what it holds, what applies and from whom, and «Sem limite». */
export function LimitRow({ name, limits, limited, onLimited, error, children }: LimitRowProps) {
  const { name: title, holds, icon: LimitIcon } = limitWords[name];
  const above = aboveText(name, limits);
  const used = usedText(name, limits);
  return (
    <li className="limit-row" data-wide={name === 'platforms' || undefined}>
      <span className="limit-icon">
        <LimitIcon size={18} stroke={1.75} aria-hidden />
      </span>
      <div className="limit-words">
        <h3>{title}</h3>
        <p>{holds}</p>
      </div>
      <Switch
        className="limit-switch"
        labelPosition="left"
        label="Sem limite"
        aria-label={`${title}: sem limite`}
        checked={!limited}
        onChange={({ currentTarget }) => onLimited(!currentTarget.checked)}
      />
      {limited && <div className="limit-value">{children}</div>}
      {(above || used) && (
        <p className="limit-notes">
          {above && <b data-holds={above.startsWith('Vale') || undefined}>{above}</b>}
          {used && <span>{used}</span>}
        </p>
      )}
      {error && limited && name === 'platforms' && <FieldError>{error}</FieldError>}
    </li>
  );
}
