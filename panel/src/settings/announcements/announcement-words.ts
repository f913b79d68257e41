/** Names and descriptions of the four types, for the author (K-65, Q-ANNTYPES). */
import type { Announcement } from '@ramal/contract/announcements';

export type AnnouncementType = Announcement['type'];

interface TypeWords {
  readonly name: string;
  /** Part of a sentence about the announcement, after the subject: «aparece no portal». */
  readonly shownTo: string;
  readonly none: string;
}

export const typeWords: Record<AnnouncementType, TypeWords> = {
  1: {
    name: 'Mural de Informações',
    shownTo: 'aparece como cartão no início de todas as revendas.',
    none: 'Nenhum aviso no mural',
  },
  2: {
    name: 'Últimas Atualizações',
    shownTo: 'aparece na lista de atualizações no início de todas as revendas.',
    none: 'Nenhuma atualização publicada',
  },
  3: {
    name: 'Avisos IPTV',
    shownTo: 'aparece no portal de cada cliente com uma linha IPTV.',
    none: 'Nenhum aviso para clientes IPTV',
  },
  5: {
    name: 'Avisos P2P',
    shownTo: 'aparece no portal de cada cliente com uma linha P2P ou Novo P2P.',
    none: 'Nenhum aviso para clientes P2P',
  },
};

/**
 * True if customers see the announcement on the portal. Resellers see all other types on the home
 * page.
 */
export const isPortalAnnouncement = (type: AnnouncementType): boolean => type === 3 || type === 5;
