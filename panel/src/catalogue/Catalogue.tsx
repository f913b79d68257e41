/** /catalogue, for admins: source lists, their content, packages, and programme guides. */
import { useParams } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { RequirePermission } from '../sessions/RequirePermission.tsx';
import { Series } from './items/Series.tsx';
import { ChannelSources } from './channel-sources/ChannelSources.tsx';
import { Channels, Films } from './items/Streams.tsx';
import { Bouquets } from './packages/Bouquets.tsx';
import { Categories } from './packages/Categories.tsx';
import { Packages } from './packages/Packages.tsx';
import { readSection, type SectionKey } from './sections.ts';
import { Guides } from './sources/Guides.tsx';
import { SourceLists } from './sources/SourceLists.tsx';

const screens: Record<SectionKey, ComponentType> = {
  canais: Channels,
  fontes: ChannelSources,
  filmes: Films,
  series: Series,
  categorias: Categories,
  bouquets: Bouquets,
  pacotes: Packages,
  listas: SourceLists,
  guias: Guides,
};

export const Catalogue = () => (
  <RequirePermission when={({ profile }) => profile === 'admin'}>
    <Section />
  </RequirePermission>
);

function Section() {
  const { section } = useParams({ strict: false }) as { section?: string };
  const key = readSection(section);
  const Screen = screens[key];
  return <Screen key={key} />;
}
