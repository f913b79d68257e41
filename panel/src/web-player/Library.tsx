/** Categories and their items next to the video. On a phone they are below the video. */
import { IconDeviceTv, IconLogout, IconMovie, IconPlaylist } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ItemList } from './ItemList.tsx';
import { Screen } from './Screen.tsx';
import type { Playing } from './use-video.ts';
import { SeriesEpisodes } from './SeriesEpisodes.tsx';
import { ChannelGuide } from './channel/ChannelGuide.tsx';
import { playItem, playProgramme } from './playing.ts';
import { type Item, type Kind, type Login, readCategories, readItems } from './xtream.ts';
import classes from './web-player.module.css';

const kinds = [
  { kind: 'live', label: 'Ao vivo', icon: IconDeviceTv },
  { kind: 'film', label: 'Filmes', icon: IconMovie },
  { kind: 'series', label: 'Séries', icon: IconPlaylist },
] as const;

export function Library({ login, onLeave }: { login: Login; onLeave: () => void }) {
  const [kind, setKind] = useState<Kind>('live');
  const [chosen, setChosen] = useState<Partial<Record<Kind, string>>>({});
  const [series, setSeries] = useState<Item>();
  const [playing, setPlaying] = useState<Playing>();
  const [guideOf, setGuideOf] = useState<Item>();
  const categories = useQuery({
    queryKey: [login, 'categories', kind],
    queryFn: () => readCategories(login, kind),
  });
  const category = chosen[kind] ?? categories.data?.[0]?.id;
  const items = useQuery({
    queryKey: [login, 'items', kind, category],
    queryFn: () => readItems(login, kind, category ?? ''),
    enabled: category !== undefined,
  });

  const open = (item: Item) => {
    if (item.kind === 'series') return setSeries(item);
    if (item.kind === 'live') setGuideOf(item);
    // Starts playback. If the selected channel already plays, only its guide is shown again.
    if (item.kind === 'film' || playing?.channel?.id !== item.id) setPlaying(playItem(login, item));
  };
  const turnTo = (next: Kind) => {
    setKind(next);
    setSeries(undefined);
    setGuideOf(undefined);
  };
  return (
    <div className={classes.library}>
      <main className={classes.stage}>
        {!playing && <h1 className="visually-hidden">Assistir</h1>}
        <Screen login={login} playing={playing} onPlay={setPlaying} />
      </main>
      <aside className={classes.side} data-guide={guideOf !== undefined || undefined}>
        <KindNav kind={kind} onKind={turnTo} onLeave={onLeave} />
        {series && (
          <SeriesEpisodes
            login={login}
            series={series}
            playingKey={playing?.key}
            onPlay={setPlaying}
            onBack={() => setSeries(undefined)}
          />
        )}
        {guideOf && (
          <ChannelGuide
            key={guideOf.id}
            login={login}
            channel={guideOf}
            playing={playing}
            onPlay={(programme) => setPlaying(playProgramme(login, guideOf, programme))}
            onBack={() => setGuideOf(undefined)}
          />
        )}
        {/* Not removed under a guide, so that the search and the category stay. */}
        {!series && (
          <ItemList
            key={kind}
            hidden={guideOf !== undefined}
            categories={categories}
            category={category}
            onCategory={(id) => setChosen((before) => ({ ...before, [kind]: id }))}
            items={items}
            playingKey={playing?.channel ? `live-${playing.channel.id}` : playing?.key}
            onOpen={open}
          />
        )}
      </aside>
    </div>
  );
}

interface KindNavProps {
  kind: Kind;
  onKind: (kind: Kind) => void;
  onLeave: () => void;
}

const KindNav = ({ kind, onKind, onLeave }: KindNavProps) => (
  <nav className={classes.kinds} aria-label="O que assistir">
    {kinds.map(({ kind: itemKind, label, icon: Icon }) => (
      <button
        key={itemKind}
        aria-current={itemKind === kind ? 'page' : undefined}
        onClick={() => onKind(itemKind)}
      >
        <Icon size={18} stroke={1.75} aria-hidden /> {label}
      </button>
    ))}
    <button className={classes.leave} aria-label="Sair" title="Sair" onClick={onLeave}>
      <IconLogout size={18} stroke={1.75} aria-hidden />
    </button>
  </nav>
);
