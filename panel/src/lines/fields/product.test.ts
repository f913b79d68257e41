import { expect, it } from 'vitest';
import { readProduct } from './product.ts';

const options = [
  { id: 1, name: 'Filmes e séries' },
  { id: 2, name: 'Notícias' },
];

it('finds typed bouquets without regard to case and accents, each once', () => {
  const { product, error } = readProduct(
    { custom: true, packageId: 7, bouquets: ['NOTICIAS', ' filmes e series', 'Notícias'] },
    options,
  );
  expect(product).toEqual({ custom: true, packageId: 7, bouquetIds: [2, 1] });
  expect(error).toBeUndefined();
});

it('rejects an unknown bouquet with the text of the server', () => {
  expect(
    readProduct({ custom: true, packageId: null, bouquets: ['Notícias', 'Novela'] }, options),
  ).toMatchObject({
    missing: false,
    error: 'Este pacote personalizado tem um bouquet que não existe.',
  });
});

it('requires a package or at least one bouquet', () => {
  expect(
    readProduct({ custom: false, packageId: null, bouquets: ['Notícias'] }, options),
  ).toMatchObject({
    missing: true,
    error: 'O campo Pacote é necessário.',
  });
  expect(readProduct({ custom: true, packageId: 1, bouquets: [] }, options)).toMatchObject({
    missing: true,
    error: 'É necessário inserir ao menos um(a) Bouquet.',
  });
});
