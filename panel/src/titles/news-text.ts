import type { AvailableTitles } from '@ramal/contract/catalogue/available-titles';

/** Returns a message to customers about new titles. Undefined if there are no new titles. */
export function newsText({ movies, series, totals }: AvailableTitles): string | undefined {
  const more = (shown: number, all: number) => (all > shown ? [`… e mais ${all - shown}`] : []);
  const paragraphs = [
    movies.length > 0 && [
      '🎬 *Filmes novos*',
      ...movies.map(({ name, year }) => (year ? `• ${name} (${year})` : `• ${name}`)),
      ...more(movies.length, totals.movies.news),
    ],
    series.length > 0 && [
      '📺 *Séries*',
      ...series.map(({ name, news }) => (news ? `• ${name}: ${seriesNews(news)}` : `• ${name}`)),
      ...more(series.length, totals.series.news),
    ],
  ].filter((paragraph) => paragraph !== false);
  if (paragraphs.length === 0) return undefined;
  return ['Novidades para você assistir:', ...paragraphs.map((lines) => lines.join('\n'))].join(
    '\n\n',
  );
}

/** Converts the short label of a card, such as `2 ep.`, to full words. */
function seriesNews(news: string): string {
  const season = /^temp\. (\d+)$/.exec(news);
  if (season) return `${season[1]}ª temporada`;
  const episodes = /^(\d+) ep\.$/.exec(news);
  if (!episodes) return news;
  return episodes[1] === '1' ? '1 episódio novo' : `${episodes[1]} episódios novos`;
}
