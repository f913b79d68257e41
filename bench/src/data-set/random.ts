import type pg from 'pg';

/**
 * Defines the SQL functions `chance`, `pick` and `wire_time`. `chance` returns a pseudo-random number
 * between 0 and 1. It is computed from the id of a row and a salt, so every run gets the same numbers.
 * `wire_time` writes a time as events contain it. PostgreSQL inlines the functions into the calling
 * query, because they are simple SQL.
 */
export async function defineRandom(owner: pg.Client): Promise<void> {
  await owner.query(`
    create function pg_temp.chance(id bigint, salt bigint) returns double precision
      language sql immutable
      return (hashint8extended(id, salt) & 4503599627370495)::double precision / 4503599627370496`);
  await owner.query(`
    create function pg_temp.pick(texts text[], id bigint, salt bigint) returns text
      language sql immutable
      return texts[1 + floor(pg_temp.chance(id, salt) * cardinality(texts))::int]`);
  await owner.query(`
    create function pg_temp.wire_time(at timestamptz) returns text
      language sql stable
      return to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);
}

const quoted = (words: string): string => `array['${words.split(' ').join(`','`)}']`;

/**
 * First names for the sellers' notes about customers. The search ignores their accents and
 * capitals.
 */
export const FIRST_NAMES = quoted(
  'Maria José Ana João Antônio Francisca Carlos Paulo Pedro Lucas Luiz Marcos Luís Gabriel Rafael Daniel Marcelo Bruno Eduardo Felipe Adriana Juliana Márcia Fernanda Patrícia Aline Sandra Camila Amanda Letícia Vitória Débora Sônia Célia Mônica Íris Otávio Caíque Zuleide Wanderley',
);
export const SURNAMES = quoted(
  'Silva Santos Oliveira Souza Rodrigues Ferreira Alves Pereira Lima Gomes Costa Ribeiro Martins Carvalho Almeida Lopes Soares Fernandes Vieira Barbosa Rocha Dias Nascimento Andrade Moreira Nunes Marques Machado Mendes Freitas Cardoso Ramos Gonçalves Santana Teixeira Araújo Pinheiro Xavier Quintanilha Assunção',
);
export const PLACES = quoted(
  'sala quarto loja mãe celular chácara escritório vizinho portaria bar',
);
