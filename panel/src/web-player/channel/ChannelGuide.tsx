/**
 * Guide of a channel. It contains today and the past days of its archive, with the programmes that
 * can be played.
 */
import { IconArrowLeft, IconPlayerPlay } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useNow } from '../../foundation/use-now.ts';
import { useGuide } from '../use-guide.ts';
import type { Playing } from '../use-video.ts';
import type { Item, Login, Programme } from '../xtream.ts';
import {
  describeMissing,
  formatClock,
  type GuideDay,
  isPlayable,
  isRunning,
  listGuideDays,
  programmesOfDay,
} from './guide-days.ts';
import classes from './ChannelGuide.module.css';

interface ChannelGuideProps {
  login: Login;
  channel: Item;
  playing: Playing | undefined;
  onPlay: (programme: Programme) => void;
  onBack: () => void;
}

const SKELETON_ROWS = 8;

export function ChannelGuide({ login, channel, playing, onPlay, onBack }: ChannelGuideProps) {
  const now = useNow();
  const guide = useGuide(login, channel);
  const days = listGuideDays(now, channel.archiveDays);
  const [back, setBack] = useState(0);
  const day = days.find((candidate) => candidate.back === back) ?? days[0]!;
  return (
    <>
      <div className={classes.head}>
        <button className={classes.back} onClick={onBack}>
          <IconArrowLeft size={18} stroke={1.75} aria-hidden /> Canais
        </button>
        <h2 className={classes.title}>Guia de {channel.name}</h2>
      </div>
      {days.length > 1 && <DayChips days={days} day={day} onDay={setBack} />}
      {guide.error && (
        <p className={classes.note} role="alert">
          {guide.error.message}{' '}
          <button className={classes.again} onClick={() => void guide.refetch()}>
            Tentar de novo
          </button>
        </p>
      )}
      {guide.isPending && <Skeleton />}
      {guide.data && (
        <Rows
          key={day.back}
          rows={programmesOfDay(guide.data, day)}
          {...{ channel, playing, now, onPlay }}
        />
      )}
    </>
  );
}

interface DayChipsProps {
  days: readonly GuideDay[];
  day: GuideDay;
  onDay: (back: number) => void;
}

const DayChips = ({ days, day, onDay }: DayChipsProps) => (
  <div className={classes.days} role="group" aria-label="Dia">
    {days.map(({ back, label }) => (
      <button key={back} aria-pressed={back === day.back} onClick={() => onDay(back)}>
        {label}
      </button>
    ))}
  </div>
);

interface RowsProps extends Pick<ChannelGuideProps, 'channel' | 'playing' | 'onPlay'> {
  rows: readonly Programme[];
  now: Date;
}

function Rows({ rows, channel, playing, now, onPlay }: RowsProps) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'center' });
  }, []);
  if (rows.length === 0) return <p className={classes.note}>Sem guia para este dia</p>;
  return (
    <ul ref={list} className={classes.rows}>
      {rows.map((programme) => (
        <Row
          key={programme.from.getTime()}
          programme={programme}
          state={rowState(programme, channel, playing, now)}
          missing={describeMissing(programme, channel.archiveDays, now)}
          onPlay={() => onPlay(programme)}
        />
      ))}
    </ul>
  );
}

/**
 * States of a row. `watching`: its programme plays from the archive, or plays live and cannot be
 * played from its start. `watching-live`: its programme plays live, and can also be played from its
 * start. `playable`: it can be played from its start. `other`: it cannot be played.
 */
type RowState = 'watching' | 'watching-live' | 'playable' | 'other';

function rowState(
  programme: Programme,
  { archiveDays, id }: Item,
  playing: Playing | undefined,
  now: Date,
): RowState {
  const playable = isPlayable(programme, archiveDays, now);
  if (playing?.channel?.id === id) {
    const { programme: played } = playing;
    if (played?.from.getTime() === programme.from.getTime()) return 'watching';
    if (!played && isRunning(programme, now)) return playable ? 'watching-live' : 'watching';
  }
  return playable ? 'playable' : 'other';
}

interface RowProps {
  programme: Programme;
  state: RowState;
  missing: string;
  onPlay: () => void;
}

function Row({ programme: { from, title }, state, missing, onPlay }: RowProps) {
  const isWatching = state === 'watching' || state === 'watching-live';
  const content = (
    <>
      <span className={`${classes.time} num`}>{formatClock(from)}</span>
      <span className={classes.text}>
        <span>{title}</span>
        {isWatching && <small>{state === 'watching' ? 'assistindo' : 'assistindo ao vivo'}</small>}
        {missing && <small>{missing}</small>}
      </span>
    </>
  );
  const marks = {
    'aria-current': isWatching || undefined,
    'data-missing': missing !== '' || undefined,
  };
  if (state === 'watching' || state === 'other')
    return (
      <li className={classes.row} {...marks}>
        {content}
        {isWatching && <span className={classes.bars} aria-hidden />}
      </li>
    );
  return (
    <li>
      <button className={classes.row} title="Ver do início" onClick={onPlay} {...marks}>
        {content}
        <span className={classes.mark}>
          <IconPlayerPlay size={18} stroke={1.75} aria-hidden />
        </span>
      </button>
    </li>
  );
}

const Skeleton = () => (
  <ul className={classes.rows} aria-label="Carregando o guia" aria-busy>
    {Array.from({ length: SKELETON_ROWS }, (_, row) => (
      <li key={row} className={classes.row}>
        <span className={classes.blank} />
      </li>
    ))}
  </ul>
);
