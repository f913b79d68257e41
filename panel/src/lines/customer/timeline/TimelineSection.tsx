import { getLineHistory } from '@ramal/contract/lines/lines';
import { useState } from 'react';
import { useCall } from '../../../foundation/api/query.ts';
import { EmptyState } from '../../../ui/states/EmptyState.tsx';
import { IconHistory } from '@tabler/icons-react';
import type { Customer } from '../customer.ts';
import { useLineViewings } from '../playing/DevicesSection.tsx';
import { HistoryList } from './HistoryList.tsx';
import { momentText } from '../parts/moments.ts';
import { Section, SectionButton, SectionData } from '../parts/Section.tsx';
import { mergeTimeline, TIMELINE_LENGTH, type TimelineEntry } from './timeline.ts';
import rowClasses from '../parts/rows.module.css';
import classes from './TimelineSection.module.css';

/** Last entries of the history with the viewings, or the whole history. */
export function TimelineSection({ customer }: { customer: Customer }) {
  const { line, now, section } = customer;
  const [isWhole, setWhole] = useState(section === 'history');
  const history = useCall(getLineHistory, {
    params: { id: line.id },
    query: { page: 1, perPage: 10 },
  });
  const viewings = useLineViewings(customer).data ?? [];
  return (
    <Section
      title="Linha do tempo"
      isTarget={section === 'history'}
      aside={
        <SectionButton onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Ver menos' : 'Ver tudo'}
        </SectionButton>
      }
    >
      {isWhole ? (
        <HistoryList lineId={line.id} />
      ) : (
        <SectionData query={history} height={TIMELINE_LENGTH * 24}>
          {({ data }) => <Entries entries={mergeTimeline(data, viewings)} now={now} />}
        </SectionData>
      )}
    </Section>
  );
}

function Entries({ entries, now }: { entries: readonly TimelineEntry[]; now: Date }) {
  if (entries.length === 0)
    return (
      <EmptyState icon={IconHistory} tone="plain" title="Nada aconteceu com esta linha ainda" />
    );
  return (
    <ol className={rowClasses.list}>
      {entries.map(({ key, at, icon: Glyph, look, text, amount }) => (
        <li key={key} className={`${rowClasses.row} ${classes.entry}`} data-look={look}>
          <Glyph size={17} stroke={1.75} aria-hidden />
          <span className={rowClasses.text}>{text}</span>
          {amount && <b className={classes.amount}>{amount}</b>}
          <span className={`${rowClasses.at} ${classes.at}`}>{momentText(at, now)}</span>
        </li>
      ))}
    </ol>
  );
}
