import type { CatalogueStream } from '@ramal/contract/catalogue/catalogue';
import { IconAlertCircle, IconClock, IconRosetteDiscountCheck } from '@tabler/icons-react';
import { SideText } from '../SideText.tsx';
import classes from './ArchiveState.module.css';
import { countDays, missingTexts, problemTexts, provenDay } from './archive-texts.ts';

/**
 * Shows the archive of a channel in the list: the proven days, a problem, or the reason why it has
 * no archive.
 */
export function ArchiveState({ archive, now }: { archive: CatalogueStream['archive']; now: Date }) {
  if (!archive) return null;
  const { state, days, promisedDays, answeredDays, provedAtTimestamp: provedAt } = archive;
  const missing = missingTexts[state];
  if (missing)
    return (
      <span className={classes.root} data-tone="missing">
        {missing}
      </span>
    );
  const problem = problemTexts[state];
  if (problem)
    return (
      <span className={classes.root} data-tone="bad">
        <IconAlertCircle size={16} stroke={1.75} aria-hidden />
        {problem}
      </span>
    );
  if (state === 'shorter')
    return (
      <span className={classes.root} data-tone="warn">
        <IconClock size={16} stroke={1.75} aria-hidden />
        {`${answeredDays ?? 0} de ${countDays(promisedDays)}`}
        <small>a fonte encurtou</small>
      </span>
    );
  return (
    <span className={classes.root} data-tone={state === 'proven' ? 'ok' : undefined}>
      {state === 'proven' && <IconRosetteDiscountCheck size={16} stroke={1.75} aria-hidden />}
      {countDays(days)}
      <SideText>
        {state === 'proven' && provedAt !== null
          ? `comprovado ${provenDay(provedAt, now)}`
          : 'não comprovado'}
      </SideText>
    </span>
  );
}
