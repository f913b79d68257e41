import type pg from 'pg';
import type { Size } from './size.ts';

/**
 * Creates fifty thousand channels in two hundred categories, and a guide for some channels. All
 * categories are in one bouquet, which every line has.
 */
export async function makeCatalogue(owner: pg.Client, { channels, guided }: Size): Promise<void> {
  await owner.query(`
    insert into categories (id, kind, name, position)
    select 100 + n, 'live', 'Categoria ' || n, n from generate_series(1, 200) n`);
  await owner.query(`
    insert into bouquet_categories select 1, 100 + n from generate_series(1, 200) n`);
  await owner.query(
    `insert into streams (id, kind, number, name, category_id, icon, epg_channel_id, source)
     select 1000 + n, 'live', n, 'Canal ' || n || case n % 3 when 0 then ' HD' when 1 then ' FHD' else '' end,
       101 + n % 200, 'http://imagens.exemplo/canal-' || n || '.png',
       case when n <= $2 then 'canal-' || n || '.br' end, 'http://origem.exemplo/ao-vivo/' || n || '.m3u8'
     from generate_series(1, $1) n`,
    [channels, guided],
  );
  await owner.query(
    `insert into guides (id, name, channels, read_at) values (1, 'Guia', $1, now())`,
    [guided],
  );
  await owner.query(
    `insert into programmes (guide_id, channel, starts_at, ends_at, title, description)
     select 1, 'canal-' || n || '.br', hour, hour + interval '1 hour', 'Programa ' || (n * 7 + extract(hour from hour))::int % 900,
       'O que acontece neste programa, em uma frase de tamanho comum.'
     from generate_series(1, $1) n,
       generate_series(date_trunc('day', now()) - interval '1 day', date_trunc('day', now()) + interval '6 days', interval '1 hour') hour`,
    [guided],
  );
}
