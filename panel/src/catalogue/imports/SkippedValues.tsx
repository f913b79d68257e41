/** What a list holds and its import leaves out, counted by reason (IN-06, Q-MANYGROUPS). */
import type { ListImport } from '@ramal/contract/catalogue/catalogue-lists';
import { IconFilterOff } from '@tabler/icons-react';
import { formatCount } from '../../foundation/numbers.ts';
import { Notice } from '../../ui/status/Notice.tsx';

const MANY_GROUPS = 'grupo além do primeiro';

export function SkippedValues({ skips = [] }: Pick<ListImport, 'skips'>) {
  if (skips.length === 0) return null;
  const parts = skips.map(({ reason, count }) => `${formatCount(count)} × ${reason}`);
  const hasManyGroups = skips.some(({ reason }) => reason === MANY_GROUPS);
  return (
    <Notice tone="warn" icon={IconFilterOff} title="Fora da importação">
      {parts.join('; ')}.{hasManyGroups && ' De vários grupos, o primeiro grupo vale.'}
    </Notice>
  );
}
