import { IconArrowLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Playing } from './Screen.tsx';
import { type Episode, type Item, type Login, pictureUrl, readEpisodes } from './xtream.ts';

export interface SeriesEpisodesProps {
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
    url: pictureUrl(login, 'series', episode.id, episode.container),
    live: false,
  });
  return (
    <>
      <button className="web-back" onClick={onBack}>
        <IconArrowLeft size={18} stroke={1.75} aria-hidden /> {series.name}
      </button>
      {episodes.error && (
        <p className="web-empty" role="alert">
          {episodes.error.message}{' '}
          <button className="web-link" onClick={() => void episodes.refetch()}>
            Tentar de novo
          </button>
        </p>
      )}
      {!episodes.data && !episodes.error && <p className="web-empty">Carregando...</p>}
      {[...seasons].map(([season, list]) => (
        <section key={season}>
          <h2 className="web-season">Temporada {season}</h2>
          <ul className="web-items">
            {list.map((episode) => {
              const playing = playingOf(episode);
              return (
                <li key={episode.id}>
                  <button
                    aria-current={playingKey === playing.key ? 'true' : undefined}
                    onClick={() => onPlay(playing)}
                  >
                    <span className="web-number">{episode.number}</span>
                    <span className="web-name">{episode.title}</span>
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
