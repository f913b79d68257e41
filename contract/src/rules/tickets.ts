/**
 * Codes and words of tickets (E-44 to E-50), and the required fields of a new ticket (V-43 to
 * V-45).
 */

/** Tabs of the screen in their order (Q-TICKETSTATUS). */
export const ticketStatuses = [0, 2, 3, 1] as const;
export type TicketStatus = (typeof ticketStatuses)[number];

export const statusTabs: Readonly<Record<TicketStatus, string>> = {
  0: 'Pendentes',
  2: 'Andamento',
  3: 'Respondidos',
  1: 'Finalizados',
};

export const statusLabels: Readonly<Record<TicketStatus, string>> = {
  0: 'Pendente',
  2: 'Andamento',
  3: 'Respondido',
  1: 'Finalizado',
};

/**
 * Categories that an account can select. The administration's own messages use a category that is
 * not in this list (Q-TICKETCATS).
 */
export const openCategories = [1, 2, 3, 4, 5, 6, 7, 8] as const;
export type OpenCategory = (typeof openCategories)[number];
export const ADMINISTRATION = 9;
export const ticketCategories = [...openCategories, ADMINISTRATION] as const;
export type TicketCategory = (typeof ticketCategories)[number];

export const LIVE_TV = 2;

/** Names of the categories in the form. */
export const categoryLabels: Readonly<Record<TicketCategory, string>> = {
  1: 'Duvidas',
  2: 'Problemas / Adição - TV ao Vivo',
  3: 'Reclamação de master',
  4: 'Denúncias',
  5: 'Problemas - Filme e Séries',
  6: 'Adição - Filmes e Séries',
  7: 'Atualização - Séries',
  8: 'Problemas - Aplicativos',
  9: 'Administracao',
};

/** Names of the categories in filters and lists. */
export const categoryFilters: Readonly<Record<TicketCategory, string>> = {
  1: 'Duvidas',
  2: 'Problemas - TV ao Vivo',
  3: 'Reclamação de master',
  4: 'Denuncias',
  5: 'Problemas - Filmes e Séries',
  6: 'Adição de Conteúdo',
  7: 'Atualização - Séries',
  8: 'Problemas - Aplicativos',
  9: 'Administracao',
};

export const technologies = [0, 1, 2] as const;
export type Technology = (typeof technologies)[number];
export const technologyLabels: Readonly<Record<Technology, string>> = {
  0: 'Todas',
  1: 'IPTV',
  2: 'P2P',
};

export const resolutions = ['Todas', 'SD', 'HD', 'HD 2', 'FHD', 'FHD 2', 'UHD'] as const;

/**
 * Categories whose form shows the field for the technology (S-TPORTAL-03). Selecting another
 * category clears the field (V-44, Q-TICKETTECH).
 */
const ASKS_TECHNOLOGY: ReadonlySet<number> = new Set([2, 5, 6, 7, 8]);
const NEEDS_TECHNOLOGY: ReadonlySet<number> = new Set([2, 5, 6]);
export const requiresTechnology = (category: number | undefined): boolean =>
  category !== undefined && ASKS_TECHNOLOGY.has(category);

interface NewTicket {
  readonly category?: number | undefined;
  readonly tech?: number | null | undefined;
  readonly channels?: readonly string[] | undefined;
}

/** Returns error texts for the missing fields of a ticket of this category (V-43, V-45). */
export function missingFields({
  category,
  tech,
  channels = [],
}: NewTicket): Record<string, string> {
  const fields: Record<string, string> = {};
  if (category === undefined) return fields;
  if (NEEDS_TECHNOLOGY.has(category) && (tech ?? null) === null)
    fields.tech = 'É necessário informar uma tecnologia';
  if (category === LIVE_TV && channels.length === 0)
    fields.channels = 'É necessário informar um canal';
  return fields;
}

/**
 * Numbers of the two ticket systems. One is for resellers, and one is for customers of the portal
 * (Q-SYSTEMTYPE).
 */
export const RESELLER_TICKETS = 1;
export const PORTAL_TICKETS = 2;
export type TicketSystem = typeof RESELLER_TICKETS | typeof PORTAL_TICKETS;
