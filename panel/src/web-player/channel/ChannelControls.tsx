/**
 * Controls of a channel. They show the position in the programme and the time of the broadcast, and
 * a button returns to the live channel.
 */
import {
  type Icon,
  IconMaximize,
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconPoint,
  IconRewindBackward10,
  IconRewindForward10,
  IconVolume,
  IconVolumeOff,
} from '@tabler/icons-react';
import { type CSSProperties, type RefObject, useRef } from 'react';
import { useNow } from '../../foundation/use-now.ts';
import type { Playing } from '../use-video.ts';
import type { Programme } from '../xtream.ts';
import { formatBroadcastTime } from './guide-days.ts';
import classes from './ChannelControls.module.css';
import { PastIcon } from './PastIcon.tsx';
import { type MediaState, useMediaState } from './use-media-state.ts';

interface ChannelControlsProps {
  video: RefObject<HTMLVideoElement | null>;
  playing: Playing;
  onLive: () => void;
  /** Called after a long pause of a live channel. Playback continues from the time of the pause. */
  onContinueFrom: (at: Date) => void;
}

/**
 * Maximum length in ms of a pause after which playback continues from the segments that the browser
 * has loaded.
 */
const BUFFERED_MS = 30_000;
const JUMP_SECONDS = 10;

export function ChannelControls({ video, playing, onLive, onContinueFrom }: ChannelControlsProps) {
  const { media, seek } = useMediaState(video);
  const pausedAt = useRef<Date>(undefined);
  const now = useNow();
  const { programme } = playing;
  const pause = () => {
    pausedAt.current = new Date();
    video.current?.pause();
  };
  const play = () => {
    const at = pausedAt.current;
    if (!programme && at && Date.now() - at.getTime() > BUFFERED_MS) onContinueFrom(at);
    else void video.current?.play().catch(() => undefined);
  };
  return (
    <>
      {programme && (
        <div className={classes.over}>
          <span className={classes.chip}>
            <PastIcon size={18} />
            {formatBroadcastTime(new Date(programme.from.getTime() + media.seconds * 1000), now)}
          </span>
          <button className={classes.chip} onClick={onLive}>
            <IconPoint className={classes.live} size={22} stroke={2.5} aria-hidden /> Ir ao vivo
          </button>
        </div>
      )}
      <div className={classes.band}>
        {programme && <Position programme={programme} media={media} onSeek={seek} />}
        <div className={classes.row}>
          <BandButton
            label={media.paused ? 'Continuar' : 'Pausar'}
            icon={media.paused ? IconPlayerPlayFilled : IconPlayerPauseFilled}
            onClick={media.paused ? play : pause}
          />
          {programme ? (
            <Jumps programme={programme} media={media} onSeek={seek} />
          ) : (
            <span className={classes.time}>{media.paused ? 'Pausado' : 'Ao vivo'}</span>
          )}
          <BandButton
            label={media.muted ? 'Ligar o som' : 'Desligar o som'}
            icon={media.muted ? IconVolumeOff : IconVolume}
            onClick={() => toggleSound(video.current)}
          />
          <BandButton
            label="Tela cheia"
            icon={IconMaximize}
            onClick={() => toggleFullScreen(video.current)}
          />
        </div>
      </div>
    </>
  );
}

interface BandButtonProps {
  label: string;
  icon: Icon;
  onClick: () => void;
}

const BandButton = ({ label, icon: ButtonIcon, onClick }: BandButtonProps) => (
  <button aria-label={label} title={label} onClick={onClick}>
    <ButtonIcon stroke={1.75} aria-hidden />
  </button>
);

const Jumps = ({ programme, media, onSeek }: PositionProps) => (
  <>
    <BandButton
      label="Voltar 10 segundos"
      icon={IconRewindBackward10}
      onClick={() => onSeek(media.seconds - JUMP_SECONDS)}
    />
    <BandButton
      label="Avançar 10 segundos"
      icon={IconRewindForward10}
      onClick={() => onSeek(media.seconds + JUMP_SECONDS)}
    />
    <span className={`${classes.time} num`}>{positionText(media, programme)}</span>
  </>
);

interface PositionProps {
  programme: Programme;
  media: MediaState;
  onSeek: (seconds: number) => void;
}

const Position = ({ programme, media, onSeek }: PositionProps) => (
  <input
    className={classes.position}
    type="range"
    aria-label="Posição no programa"
    aria-valuetext={positionText(media, programme)}
    min={0}
    max={lengthOf(programme)}
    step={1}
    value={Math.min(media.seconds, lengthOf(programme))}
    style={{ '--played': `${(100 * media.seconds) / lengthOf(programme)}%` } as CSSProperties}
    onChange={({ currentTarget }) => onSeek(Number(currentTarget.value))}
  />
);

const lengthOf = ({ from, until }: Programme): number => (until.getTime() - from.getTime()) / 1000;

const positionText = ({ seconds }: MediaState, programme: Programme): string =>
  `${formatLength(seconds)} de ${formatLength(lengthOf(programme))}`;

/** Returns a duration such as «17:04», or «1:02:03» from one hour on. */
function formatLength(length: number): string {
  const seconds = Math.floor(length);
  const pad = (part: number) => String(part).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const tail = `${pad(minutes)}:${pad(seconds % 60)}`;
  return hours > 0 ? `${hours}:${tail}` : tail;
}

function toggleSound(video: HTMLVideoElement | null): void {
  if (video) video.muted = !video.muted;
}

/** Turns full screen on or off. An iPhone can show only the video element itself in full screen. */
function toggleFullScreen(
  video: (HTMLVideoElement & { webkitEnterFullscreen?: () => void }) | null,
): void {
  const player = video?.closest('[data-player]');
  if (document.fullscreenElement) void document.exitFullscreen();
  else if (player?.requestFullscreen) void player.requestFullscreen().catch(() => undefined);
  else video?.webkitEnterFullscreen?.();
}
