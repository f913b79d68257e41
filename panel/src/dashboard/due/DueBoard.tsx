/**
 * Board of the lines that fall due from yesterday to three days from now. Each line has buttons for
 * +30 days and for a message. A desktop shows five columns. A phone shows the days as chips, and
 * the lines of one day.
 */
import { Stack, Text } from '@mantine/core';
import { IconBrandWhatsapp, IconCircleCheck, IconCloudOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { pluralize, formatCount } from '../../foundation/numbers.ts';
import { useIsPhone } from '../../foundation/viewport.ts';
import { customerName } from '@ramal/contract/rules/customer-name';
import { isContactedOn } from '../../lines/line.ts';
import type { LinePlatform } from '../../lines/platforms/platform.ts';
import { linePlatforms } from '../../lines/platforms/platforms.ts';
import { ErrorState } from '../../ui/states/ErrorState.tsx';
import { Notice } from '../../ui/status/Notice.tsx';
import { Panel } from '../../ui/layout/Panel.tsx';
import { dayDate, dayName, dayWord, type Due, type DueDay, type DueLine, dueTone } from './due.ts';
import { DueActions } from './DueActions.tsx';
import { MonthAhead } from './MonthAhead.tsx';
import { Payments } from './Payments.tsx';
import { useDue } from './use-due.ts';
import { type OnRenewed, useDueRenewals } from './use-due-renewals.tsx';
import classes from './DueBoard.module.css';
import { SectionHead } from '../SectionHead.tsx';
import { readPlatformCounts, PlatformLinks } from '../PlatformLinks.tsx';

interface DueBoardProps {
  /**
   * Platforms that the account sells on. If a day has too many lines for the board, it links to
   * their lists.
   */
  readonly platforms: readonly LinePlatform[];
  readonly now: Date;
}

interface DayProps {
  readonly now: Date;
  readonly onRenewed: OnRenewed;
}

const SHOWN_AT_FIRST = 3;

const FAILED = 'Não deu para carregar os clientes a vencer';

export function DueBoard(props: DueBoardProps) {
  const phone = useIsPhone();
  const dueCall = useDue(true);
  const { onRenewed, dialogs } = useDueRenewals(props.now);
  const { data, error } = dueCall;
  if (error && !data) {
    return (
      <Panel>
        <ErrorState
          title={FAILED}
          error={error}
          busy={dueCall.isFetching}
          onRetry={() => void dueCall.refetch()}
        />
      </Panel>
    );
  }
  return (
    <>
      <section aria-label="Clientes a vencer">
        <SectionHead
          title={
            <>
              Clientes a vencer{' '}
              {data && (
                <Text span inherit ms="xs" c="var(--ink-3)" fz="control" fw={400}>
                  {totalOf(data)} em 5 dias
                </Text>
              )}
            </>
          }
        />
        {error && data && (
          <Notice tone="warn" icon={IconCloudOff} title={FAILED}>
            O quadro é o das {data.asOf.slice(-5)}.
          </Notice>
        )}
        {data && <Days now={props.now} data={data} onRenewed={onRenewed} />}
      </section>
      {data && <Payments payments={data.payments} now={props.now} />}
      {!phone && <MonthAhead />}
      {dialogs}
    </>
  );
}

const totalOf = ({ days }: Due): string =>
  formatCount(days.reduce((sum, { total }) => sum + total, 0));

/** Returns the day that a phone opens first: today, or the next day with due lines. */
const firstDay = (days: readonly DueDay[]): number =>
  days.find(({ offset, total }) => offset >= 0 && total > 0)?.offset ?? 0;

function Days({ data, ...shared }: DayProps & { readonly data: Due }) {
  const phone = useIsPhone();
  const { days } = data;
  const [chosen, setChosen] = useState(() => firstDay(days));
  if (!phone) {
    return (
      <div className={classes.columns}>
        {days.map((day) => (
          <section className={classes.column} key={day.offset} aria-label={dayName(day)}>
            <h3 className={classes.day}>
              <i data-tone={dueTone(day)} aria-hidden />
              <Text component="b" inherit fw={600}>
                {dayWord(day)}
              </Text>{' '}
              <Text span inherit c="var(--ink-3)" fz="tag" fw={400}>
                {dayDate(day)}
              </Text>
              <em className="num">{formatCount(day.total)}</em>
            </h3>
            <People {...shared} day={day} />
          </section>
        ))}
      </div>
    );
  }
  const open = days.find(({ offset }) => offset === chosen) ?? days[0]!;
  return (
    <>
      <div className={classes.chips} role="group" aria-label="Dia">
        {days.map((day) => (
          <button
            key={day.offset}
            type="button"
            className={classes.chip}
            aria-pressed={day.offset === open.offset}
            title={`${dayName(day)}: ${pluralize(day.total, 'cliente', 'clientes')}`}
            onClick={() => setChosen(day.offset)}
          >
            <b>
              <i data-tone={dueTone(day)} aria-hidden />
              {formatCount(day.total)}
            </b>{' '}
            <span>{dayWord(day)}</span>
          </button>
        ))}
      </div>
      <People {...shared} key={open.offset} day={open} />
    </>
  );
}

function People({ day, ...shared }: DayProps & { readonly day: DueDay }) {
  const [all, setAll] = useState(false);
  const phone = useIsPhone();
  if (day.total === 0) {
    return (
      <p className={classes.nobody}>
        <IconCircleCheck size={20} stroke={1.5} aria-hidden />
        {day.offset === -1 ? 'Ninguém venceu neste dia' : 'Ninguém vence neste dia'}
      </p>
    );
  }
  const shown = all ? day.lines : day.lines.slice(0, SHOWN_AT_FIRST);
  const folded = day.total - shown.length;
  const canUnfold = !all && day.lines.length > SHOWN_AT_FIRST;
  const people = (
    <Stack component="ul" gap="sm" className={classes.people}>
      {shown.map((due) => (
        <Person key={due.id} due={due} {...shared} />
      ))}
    </Stack>
  );
  const more = folded > 0 && canUnfold && (
    <button type="button" className={classes.more} onClick={() => setAll(true)}>
      {phone ? 'Mais' : 'mais'} {formatCount(folded)}
    </button>
  );
  const charge = (
    <Link className={classes.charge} to="/charge" search={{ due: day.day }}>
      {phone && <IconBrandWhatsapp size={19} stroke={1.75} aria-hidden />}
      Cobrar todos
    </Link>
  );
  return (
    <>
      {phone ? (
        <div className={classes.card}>
          {people}
          <div className={classes.foot}>
            {more}
            {charge}
          </div>
        </div>
      ) : (
        <>
          {people}
          {more}
        </>
      )}
      <Text mt="sm" c="var(--ink-3)" fz="caption">
        {!phone && (
          <>
            {charge}
            {' · '}
          </>
        )}
        Na listagem:{' '}
        <PlatformLinks
          counts={readPlatformCounts(day.byPlatform)}
          search={{ status: 'Ativo', due: day.day }}
        />
      </Text>
    </>
  );
}

const isToday = (timestamp: number | null, now: Date): boolean =>
  timestamp !== null && isContactedOn(now, new Date(timestamp * 1000));

interface PersonProps extends DayProps {
  readonly due: DueLine;
}

function Person({ due, now, onRenewed }: PersonProps) {
  const platform = linePlatforms.find(({ definition }) => definition.key === due.platform);
  const name = customerName({ note: due.note, username: due.username }).name;
  return (
    <li className={classes.person} data-due-person>
      <p className={classes.who} title={due.note || undefined}>
        <Text component="b" inherit display="block" truncate fw={500}>
          {platform ? (
            <Link
              className={classes.page}
              to={platform.definition.listPath}
              search={{ line: due.id } as never}
            >
              {name}
            </Link>
          ) : (
            name
          )}
        </Text>
        <span>
          <span className="mono">{due.username}</span> <span className="num">{due.time}</span>
          {isToday(due.chargedAtTimestamp, now) && <span>Cobrado hoje</span>}
          {isToday(due.informedAtTimestamp, now) && <span>Avisado hoje</span>}
        </span>
      </p>
      {platform && <DueActions due={due} platform={platform} now={now} onRenewed={onRenewed} />}
    </li>
  );
}
