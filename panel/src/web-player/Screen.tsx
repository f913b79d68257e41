import { IconAlertCircle, IconPlayerPlay } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type Playing, useVideo } from './use-video.ts';
import { type Login, type Programme, readProgrammes } from './xtream.ts';
import classes from './web-player.module.css';

export function Screen({ login, playing }: { login: Login; playing: Playing | undefined }) {
  const { video, failure, retry } = useVideo(playing);
  const channelId = playing?.channelId;
  const guide = useQuery({
    queryKey: [login, 'guide', channelId],
    queryFn: () => readProgrammes(login, channelId ?? 0),
    enabled: channelId !== undefined,
  });
  return (
    <>
      <div className={classes.frame}>
        {/* The stream contains captions if there are any. */}
        <video
          ref={video}
          className={classes.video}
          controls
          playsInline
          autoPlay
          hidden={!playing}
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
      {playing && (
        <div className={classes.about}>
          <h1>{playing.title}</h1>
          {(guide.data ?? []).map((programme, index) => (
            <p key={programme.from.getTime()} className={classes.muted}>
              <b>{index === 0 ? 'Agora' : 'A seguir'}</b> {timesOf(programme)} · {programme.title}
            </p>
          ))}
        </div>
      )}
    </>
  );
}

const time = new Intl.DateTimeFormat('pt-BR', { hour: '2-digit', minute: '2-digit' });

const timesOf = ({ from, until }: Programme): string =>
  `${time.format(from)}–${time.format(until)}`;
