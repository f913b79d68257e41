import { IconArrowLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Playing } from './use-video.ts';
import { type Episode, type Item, type Login, streamUrl, readEpisodes } from './xtream.ts';
import classes from './web-player.module.css';

interface SeriesEpisodesProps {
  login: Login;
  series: Item;
  playingKey: string | undefined;
  onPlay: (playing: Playing) => void;
  onBack: () => void;
}

export function SeriesEpisodes({ login, series, playingKey, onPlay, onBack }: SeriesEpisodesProps) {
  const episodes = useQuery({
    queryKey: [login, 'episodes', series.id],
    queryFn: () => readEpisodes(login, series.id),
  });
  const seasons = Map.groupBy(episodes.data ?? [], ({ season }) => season);
  const playingOf = (episode: Episode): Playing => ({
    key: `episode-${episode.id}`,
    title: `${series.name} · T${episode.season} E${episode.number}`,
    url: streamUrl(login, 'series', episode.id, episode.container),
  });
  return (
    <>
      <button className={classes.back} onClick={onBack}>
        <IconArrowLeft size={18} stroke={1.75} aria-hidden /> {series.name}
      </button>
      {episodes.error && (
        <p className={classes.empty} role="alert">
          {episodes.error.message}{' '}
          <button className={classes.link} onClick={() => void episodes.refetch()}>
            Tentar de novo
          </button>
        </p>
      )}
      {!episodes.data && !episodes.error && <p className={classes.empty}>Carregando...</p>}
      {[...seasons].map(([season, list]) => (
        <section key={season}>
          <h2 className={classes.season}>Temporada {season}</h2>
          <ul className={classes.items}>
            {list.map((episode) => {
              const playing = playingOf(episode);
              return (
                <li key={episode.id}>
                  <button
                    aria-current={playingKey === playing.key ? 'true' : undefined}
                    onClick={() => onPlay(playing)}
                  >
                    <span className={classes.number}>{episode.number}</span>
                    <span className={classes.name}>{episode.title}</span>
                  </button>
                </li>
              );
            })}
          </ul>
        </section>
      ))}
    </>
  );
}
