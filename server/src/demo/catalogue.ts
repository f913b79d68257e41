/**
 * Seeds a catalogue of invented channels, films and series. The guide begins yesterday and ends in
 * three days. The titles play from the built-in sources. The seed writes into the tables directly,
 * because an imported list can contain only URLs.
 */
import { foldText } from '@ramal/contract/rules/text';
import { HOUR_MS } from '@ramal/contract/rules/durations';
import sql from 'sql-template-tag';
import type { AppContext } from '../foundation/app-context.ts';
import type { Tx } from '../foundation/database.ts';

const channels: Readonly<Record<string, readonly string[]>> = {
  Abertos: [
    'TV Ipê',
    'Rede Aurora',
    'Canal Sete Quedas',
    'TV Mirante Azul',
    'Rede Jacarandá',
    'TV Litoral',
  ],
  Notícias: ['Jornal 24h', 'Plantão Brasil', 'Praça Notícias', 'Mundo Agora', 'Câmbio e Mercado'],
  Esportes: ['Arena 1', 'Arena 2', 'Arquibancada', 'Só Futebol', 'Pista Livre', 'Tatame TV'],
  Infantil: ['Pipoca Kids', 'Turma do Quintal', 'Bichinhos TV', 'Recreio'],
  Documentários: [
    'Terra Viva',
    'Rotas do Sertão',
    'Oceano Profundo',
    'Memória Nacional',
    'Ciência Já',
  ],
  Variedades: ['Panela no Fogo', 'Casa & Jardim', 'Viola e Prosa', 'Palco Aberto'],
};

interface Film {
  readonly name: string;
  readonly category: string;
  readonly year: number;
  readonly rating: number;
  readonly plot: string;
}
interface FilmFacts {
  readonly year: number;
  readonly rating: number;
  readonly plot: string;
}

const film = (category: string, name: string, { year, rating, plot }: FilmFacts): Film => ({
  name,
  category,
  year,
  rating,
  plot,
});

const films: readonly Film[] = [
  film('Drama', 'O Último Trem para Diamantina', {
    year: 2019,
    rating: 7.9,
    plot: 'Um maquinista aposentado refaz, com a neta, a viagem que mudou sua vida.',
  }),
  film('Drama', 'Maré de Março', {
    year: 2021,
    rating: 7.2,
    plot: 'Três irmãs voltam à vila de pescadores para vender a casa da infância.',
  }),
  film('Drama', 'A Costureira da Rua Direita', {
    year: 2015,
    rating: 8.1,
    plot: 'Na São Paulo de 1932, uma costureira esconde cartas nas bainhas dos vestidos.',
  }),
  film('Comédia', 'Sogra de Aluguel', {
    year: 2022,
    rating: 6.4,
    plot: 'Sem coragem de apresentar a mãe, um noivo contrata uma atriz para o jantar.',
  }),
  film('Comédia', 'O Síndico Contra-Ataca', {
    year: 2018,
    rating: 6.8,
    plot: 'Um prédio inteiro se une para derrubar o síndico que proibiu até o churrasco.',
  }),
  film('Comédia', 'Kombi 76', {
    year: 2020,
    rating: 7.0,
    plot: 'Quatro amigos atravessam o país numa Kombi que só anda de ré.',
  }),
  film('Ação', 'Fronteira Seca', {
    year: 2023,
    rating: 7.4,
    plot: 'Uma agente segue, sozinha, um comboio que ninguém quer ver passar.',
  }),
  film('Ação', 'Contagem Regressiva em Itaipu', {
    year: 2017,
    rating: 6.9,
    plot: 'Um engenheiro tem quatro horas para desarmar o que ele mesmo projetou.',
  }),
  film('Ação', 'Noite de Blecaute', {
    year: 2024,
    rating: 7.1,
    plot: 'A cidade às escuras, um cofre aberto e um vigia que viu tudo.',
  }),
  film('Animação', 'Tatu no Espaço', {
    year: 2020,
    rating: 7.7,
    plot: 'Um tatu-bola embarca por engano no primeiro foguete do sertão.',
  }),
  film('Animação', 'A Bicicleta Amarela', {
    year: 2016,
    rating: 8.0,
    plot: 'Uma bicicleta esquecida procura o menino que aprendeu a andar com ela.',
  }),
  film('Animação', 'Lua de Capim', {
    year: 2022,
    rating: 7.5,
    plot: 'Vaga-lumes apagados partem em busca da luz que a cidade levou.',
  }),
];

interface Series {
  readonly name: string;
  readonly category: string;
  readonly plot: string;
  /** Titles of the episodes of each season. */
  readonly seasons: readonly (readonly string[])[];
}
const series: readonly Series[] = [
  {
    name: 'Delegacia do Porto',
    category: 'Policial',
    plot: 'Num porto onde tudo passa e nada fica registrado, uma delegada começa do zero.',
    seasons: [
      ['O contêiner 114', 'Maré baixa', 'A testemunha', 'Carga viva'],
      ['O novo turno', 'Docas', 'Sem bandeira'],
    ],
  },
  {
    name: 'Pensão Esperança',
    category: 'Comédia',
    plot: 'Cinco hóspedes, um banheiro e uma dona que sabe de tudo.',
    seasons: [['O hóspede novo', 'Dia de faxina', 'O aniversário', 'Falta d’água', 'A herança']],
  },
  {
    name: 'Sertão Profundo',
    category: 'Mistério',
    plot: 'Luzes no céu de uma cidade que não está em nenhum mapa.',
    seasons: [
      ['A primeira luz', 'O rádio', 'Chuva de julho'],
      ['Quem voltou', 'O poço', 'A última luz'],
    ],
  },
];

export async function seedCatalogue(ctx: AppContext): Promise<void> {
  await ctx.db.tx(async (tx) => {
    await makeChannels(tx);
    for (const title of films) await makeFilm(tx, title);
    for (const title of series) await makeSeries(tx, title);
    await makeGuide(tx, ctx.clock.now());
  });
}

async function makeChannels(tx: Tx): Promise<void> {
  let number = 1;
  for (const [name, inside] of Object.entries(channels)) {
    const category = await categoryOf(tx, 'live', name);
    for (const channel of inside) {
      number += 1;
      await tx.run(sql`
        insert into streams (kind, number, name, category_id, epg_channel_id, source)
        values ('live', ${number}, ${channel}, ${category}, ${guideId(channel)}, 'test-channel')`);
    }
  }
}

const guideId = (channel: string): string => `${foldText(channel).replace(/[^a-z0-9]/g, '')}.demo`;

async function categoryOf(tx: Tx, kind: 'live' | 'film' | 'series', name: string): Promise<number> {
  const existing = await tx.first<{ id: number }>(
    sql`select id from categories where kind = ${kind} and name = ${name}`,
  );
  if (existing) return existing.id;
  const created = await tx.first<{ id: number }>(sql`
    insert into categories (kind, name, position)
    select ${kind}, ${name}, coalesce(max(position), 0) + 1 from categories where kind = ${kind} returning id`);
  await tx.run(sql`
    insert into bouquet_categories (bouquet_id, category_id) select id, ${created!.id} from bouquets where takes = ${kind}`);
  return created!.id;
}

async function makeFilm(tx: Tx, { name, category, ...details }: Film): Promise<void> {
  const categoryId = await categoryOf(tx, 'film', category);
  await tx.run(sql`
    insert into streams (kind, name, category_id, source, details)
    values ('film', ${name}, ${categoryId}, 'test-film', ${JSON.stringify({ ...details, genre: category })}::jsonb)`);
}

async function makeSeries(tx: Tx, { name, category, plot, seasons }: Series): Promise<void> {
  const categoryId = await categoryOf(tx, 'series', category);
  const created = await tx.first<{ id: number }>(sql`
    insert into series (name, category_id, details)
    values (${name}, ${categoryId}, ${JSON.stringify({ plot, genre: category })}::jsonb) returning id`);
  for (const [season, titles] of seasons.entries()) {
    for (const [episode, title] of titles.entries()) {
      await tx.run(sql`
        insert into streams (kind, name, category_id, series_id, season, episode, source)
        values ('episode', ${title}, ${categoryId}, ${created!.id}, ${season + 1}, ${episode + 1}, 'test-film')`);
    }
  }
}

/** Programmes of each kind of channel. The guide repeats the programmes in a loop. */
const programmes: Readonly<Record<string, readonly string[]>> = {
  Abertos: [
    'Bom Dia, Cidade',
    'Revista da Manhã',
    'Novela das Seis',
    'Jornal da Noite',
    'Cinema em Casa',
  ],
  Notícias: [
    'Primeira Edição',
    'Giro pelo País',
    'Entrevista',
    'Economia em Foco',
    'Última Edição',
  ],
  Esportes: [
    'Mesa Redonda',
    'Ao Vivo: Campeonato Regional',
    'Gols da Rodada',
    'Bastidores',
    'Reprise do Jogo',
  ],
  Infantil: ['Desenhos da Manhã', 'Hora da História', 'Oficina de Papel', 'Aventuras no Quintal'],
  Documentários: ['Caminhos da Água', 'Bichos do Cerrado', 'Gente que Faz', 'Arquivo Aberto'],
  Variedades: ['Receita de Família', 'Antes e Depois', 'Roda de Viola', 'Palco da Semana'],
};
const FROM_HOURS = -30;
const TO_HOURS = 72;
const LENGTHS_HOURS = [1, 0.5, 1.5, 1, 2];

async function makeGuide(tx: Tx, now: Date): Promise<void> {
  const hour = Math.floor(now.getTime() / HOUR_MS) * HOUR_MS;
  const rows: { channel: string; startsAt: Date; endsAt: Date; title: string }[] = [];
  for (const [category, inside] of Object.entries(channels)) {
    for (const [turn, channel] of inside.entries()) {
      for (let at = FROM_HOURS, n = turn; at < TO_HOURS; n += 1) {
        const length = LENGTHS_HOURS[n % LENGTHS_HOURS.length]!;
        const [startsAt, endsAt] = [
          new Date(hour + at * HOUR_MS),
          new Date(hour + (at + length) * HOUR_MS),
        ];
        const titles = programmes[category]!;
        rows.push({
          channel: guideId(channel),
          startsAt,
          endsAt,
          title: titles[n % titles.length]!,
        });
        at += length;
      }
    }
  }
  const total = Object.values(channels).flat().length;
  const guide = await tx.first<{ id: number }>(sql`
    insert into guides (name, channels, read_at) values ('Guia de demonstração', ${total}, ${now}) returning id`);
  await tx.run(sql`
    insert into programmes (guide_id, channel, starts_at, ends_at, title, description)
    select ${guide!.id}, channel, starts_at, ends_at, title, 'Programa de demonstração: ' || title || '.'
    from unnest(${rows.map(({ channel }) => channel)}::text[], ${rows.map(({ startsAt }) => startsAt)}::timestamptz[],
      ${rows.map(({ endsAt }) => endsAt)}::timestamptz[], ${rows.map(({ title }) => title)}::text[])
      p (channel, starts_at, ends_at, title)`);
}
