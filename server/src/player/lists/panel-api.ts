/**
 * Lists of `panel_api.php`, which old apps request instead of `player_api.php`: every category, and
 * every channel and film by its id.
 */
import type { AppContext } from '../../foundation/app-context.ts';
import type { PlayingLine } from '../player.sql.ts';
import { categoriesOfKind } from './listed-categories.ts';
import { channels, films } from './listed-streams.ts';

export async function listsOfPanelApi(ctx: AppContext, line: PlayingLine) {
  const [live, movie, series] = await Promise.all([
    categoriesOfKind(ctx, line, 'live'),
    categoriesOfKind(ctx, line, 'film'),
    categoriesOfKind(ctx, line, 'series'),
  ]);
  const names = new Map(
    [...live, ...movie].map((row) => [row.category_id, row.category_name] as const),
  );
  const common = ({ category_id: id }: { category_id: string }) => ({
    category_name: names.get(id) ?? '',
    series_no: null,
  });
  const streams = [
    ...(await channels(ctx, line, null)).map((row) => ({
      ...row,
      ...common(row),
      type_name: 'Live Streams',
      live: '1',
      container_extension: null,
    })),
    ...(await films(ctx, line, null)).map((row) => ({
      ...row,
      ...common(row),
      type_name: 'Movies',
      live: '0',
    })),
  ];
  return {
    categories: { live, movie, series },
    available_channels: Object.fromEntries(streams.map((row) => [row.stream_id, row])),
  };
}
