import { IconAlertCircle, IconPlayerPlay } from '@tabler/icons-react';
import { lazy, Suspense, type SyntheticEvent } from 'react';
import { useNow } from '../foundation/use-now.ts';
import { currentAndNext, describeArchived, formatClock, isRunning } from './channel/guide-days.ts';
import { playAfter, playFrom, playItem } from './playing.ts';
import { useGuide } from './use-guide.ts';
import { type Playing, useVideo } from './use-video.ts';
import type { Login, Programme } from './xtream.ts';
import classes from './web-player.module.css';

// Loads these controls only for channels, because the sign-in page must not load them.
const ChannelControls = lazy(async () => ({
  default: (await import('./channel/ChannelControls.tsx')).ChannelControls,
}));

interface ScreenProps {
  login: Login;
  playing: Playing | undefined;
  onPlay: (playing: Playing) => void;
}

export function Screen({ login, playing, onPlay }: ScreenProps) {
  const { video, failure, retry } = useVideo(playing);
  const channel = playing?.channel;
  const guide = useGuide(login, channel).data ?? [];
  const ended = ({ currentTarget: element }: SyntheticEvent<HTMLVideoElement>) => {
    if (!channel || !playing.programme) return;
    // The archive may end before the requested position, which can be only seconds ago. Then the
    // last seconds of the archive are played.
    if (element.played.length === 0) {
      element.currentTime = Math.max(0, element.duration - END_SECONDS);
      return void element.play().catch(() => undefined);
    }
    const { programme } = playing;
    onPlay(playAfter(login, channel, guide, { programme, seconds: element.currentTime }));
  };
  return (
    <>
      <div className={classes.player} data-player>
        <div className={classes.frame}>
          {/* The stream contains captions if there are any. */}
          <video
            ref={video}
            className={classes.video}
            controls={!channel}
            playsInline
            autoPlay
            hidden={!playing}
            onEnded={ended}
          />
          {!playing && (
            <div className={classes.over}>
              <IconPlayerPlay size={40} stroke={1.25} aria-hidden />
              <p>Escolha o que assistir na lista.</p>
            </div>
          )}
          {failure && (
            <div className={classes.over} role="alert">
              <IconAlertCircle size={32} stroke={1.5} aria-hidden />
              <p>{failure}</p>
              <button className={classes.button} onClick={retry}>
                Tentar de novo
              </button>
            </div>
          )}
        </div>
        {channel && (
          <Suspense fallback={<div className={classes.controls} />}>
            <ChannelControls
              video={video}
              playing={playing}
              onLive={() => onPlay(playItem(login, channel))}
              onContinueFrom={(at) =>
                channel.archiveDays > 0 ? onPlay(playFrom(login, channel, guide, at)) : retry()
              }
            />
          </Suspense>
        )}
      </div>
      {playing && <About playing={playing} guide={guide} />}
    </>
  );
}

const END_SECONDS = 10;
interface AboutProps {
  playing: Playing;
  guide: readonly Programme[];
}

function About({ playing: { title, channel, programme }, guide }: AboutProps) {
  const now = useNow();
  return (
    <div className={classes.about}>
      <h1>{title}</h1>
      {channel && <span className={classes.number}>{channel.number}</span>}
      {channel && programme && (
        <p className={classes.muted}>{describeArchived(programme, channel.archiveDays, now)}</p>
      )}
      {!programme &&
        currentAndNext(guide, now).map((shown) => (
          <p key={shown.from.getTime()} className={classes.muted}>
            <b>{isRunning(shown, now) ? 'Agora' : 'A seguir'}</b> {timesOf(shown)} · {shown.title}
          </p>
        ))}
    </div>
  );
}

const timesOf = ({ from, until }: Programme): string =>
  `${formatClock(from)}–${formatClock(until)}`;
