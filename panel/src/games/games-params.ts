import { z } from 'zod';
import { defineListParams, useListParams } from '../ui/list/list-params.ts';

/** Rows on each page (K-59). */
const GAMES_A_PAGE = 10;

const gamesParams = defineListParams({
  filters: { state: z.enum(['listed', 'no-signal']), category: z.string().max(60) },
  sorts: ['added_at', 'origin', 'name', 'category', 'state', 'ends_at'],
  defaultDirection: 'desc',
  pageSize: GAMES_A_PAGE,
  dialogs: ['category', 'change'],
  target: 'game',
});

export const useGamesParams = () => useListParams(gamesParams, 'games');
export type GamesParams = ReturnType<typeof useGamesParams>;
