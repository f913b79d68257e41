import {
  IconAlertCircle,
  IconCircleDashed,
  IconClock,
  IconRosetteDiscountCheck,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { ArchiveHeadline } from './archive-texts.ts';
import classes from './ProofBand.module.css';

const icons = {
  ok: IconRosetteDiscountCheck,
  warn: IconClock,
  bad: IconAlertCircle,
  plain: IconCircleDashed,
};

/**
 * Headline of the archive dialog: the result of the last proof, with a button if the admin must
 * act.
 */
export function ProofBand({ headline, action }: { headline: ArchiveHeadline; action?: ReactNode }) {
  const { tone } = headline;
  const Icon = icons[tone];
  return (
    <div className={classes.root} data-tone={tone === 'plain' ? undefined : tone} role="status">
      <Icon size={26} stroke={1.5} aria-hidden />
      <p>
        <b>{headline.title}</b>
        {headline.text}
      </p>
      {action}
    </div>
  );
}
