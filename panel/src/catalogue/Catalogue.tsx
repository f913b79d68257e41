/** /catalogue, for admins: lists, what came from them, how it is sold and what is on (issue 3). */
import type { ComponentType } from 'react';
import { Allowed } from '../sessions/Allowed.tsx';
import { type CatalogueAddress, useCatalogueAddress } from './address.ts';
import { Bouquets } from './Bouquets.tsx';
import './catalogue.css';
import { Categories } from './Categories.tsx';
import { Guides } from './Guides.tsx';
import { Lists } from './Lists.tsx';
import { Packages } from './Packages.tsx';
import type { SectionKey } from './sections.ts';
import { Series } from './Series.tsx';
import { Channels, Films } from './Streams.tsx';

export interface SectionProps {
  address: CatalogueAddress;
}

const rooms: Record<SectionKey, ComponentType<SectionProps>> = {
  canais: Channels,
  filmes: Films,
  series: Series,
  categorias: Categories,
  bouquets: Bouquets,
  pacotes: Packages,
  listas: Lists,
  guias: Guides,
};

export const Catalogue = () => (
  <Allowed when={({ profile }) => profile === 'admin'}>
    <Rooms />
  </Allowed>
);

function Rooms() {
  const address = useCatalogueAddress();
  const Room = rooms[address.section];
  return <Room key={address.section} address={address} />;
}
