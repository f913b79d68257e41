/**
 * Rows and values that an import reads but does not apply, counted for each reason (Q-MANYGROUPS).
 */
import { IconFilterOff } from '@tabler/icons-react';
import { formatCount } from '../../foundation/numbers.ts';
import { Notice } from './Notice.tsx';

const MANY_GROUPS = 'grupo além do primeiro';

interface SkippedValuesProps {
  readonly skips: readonly { readonly reason: string; readonly count: number }[] | undefined;
}

export function SkippedValues({ skips = [] }: SkippedValuesProps) {
  if (skips.length === 0) return null;
  const parts = skips.map(({ reason, count }) => `${formatCount(count)} × ${reason}`);
  const hasManyGroups = skips.some(({ reason }) => reason === MANY_GROUPS);
  return (
    <Notice tone="warn" icon={IconFilterOff} title="Fora da importação">
      {parts.join('; ')}.{hasManyGroups && ' De vários grupos, o primeiro grupo vale.'}
    </Notice>
  );
}
