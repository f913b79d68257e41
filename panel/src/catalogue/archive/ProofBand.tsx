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

/** Result of the last proof as the largest text of the dialog, with an action if one is needed. */
export function ProofBand({ headline, action }: { headline: ArchiveHeadline; action?: ReactNode }) {
  const Icon = icons[headline.tone];
  return (
    <div className={classes.root} data-tone={headline.tone} role="status">
      <Icon size={26} stroke={1.5} aria-hidden />
      <p>
        <b>{headline.title}</b>
        {headline.text}
      </p>
      {action}
    </div>
  );
}
