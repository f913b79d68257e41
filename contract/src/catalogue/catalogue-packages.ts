/**
 * Packages of content for sale. A package contains bouquets, a bouquet contains categories, and a
 * category contains streams.
 */
import { z } from 'zod';
import { categoryKinds } from './catalogue.ts';
import { endpoint } from '../api/endpoint.ts';
import { flag, idParam, ids, readVersion, text, whole } from '../api/fields.ts';

const admins = { profiles: ['admin'] } as const;
const messageAnswer = z.object({ message: z.string() });

export const category = z.object({
  id: z.int(),
  kind: z.enum(categoryKinds),
  name: z.string(),
  position: z.int(),
  /** Number of streams or series in the category. */
  items: z.int(),
  bouquetIds: z.array(z.int()),
});
export type CatalogueCategory = z.output<typeof category>;

export const listCategories = endpoint({
  name: 'list-categories',
  method: 'GET',
  path: '/api/catalogue/categories',
  summary: 'As categorias, na ordem em que os aplicativos as mostram.',
  access: admins,
  answer: z.array(category),
  errors: [],
});

export const editCategory = endpoint({
  name: 'edit-category',
  method: 'PUT',
  path: '/api/catalogue/categories/:id',
  summary: 'Muda nome, posição ou bouquets de uma categoria.',
  access: admins,
  params: idParam,
  body: z.object({
    name: text('Nome', 200).optional(),
    /**
     * Position among the categories of the same kind, from 0. The positions of the other categories
     * are shifted.
     */
    position: whole('Posição', 0, 100_000).optional(),
    bouquetIds: ids('Bouquet').optional(),
  }),
  answer: category.extend(messageAnswer.shape),
  errors: ['category_not_found', 'bouquet_unknown', 'name_taken'],
});

export const bouquet = z.object({
  id: z.int(),
  name: z.string(),
  categoryIds: z.array(z.int()),
  channels: z.int(),
  films: z.int(),
  series: z.int(),
  /** Number of packages that contain the bouquet. */
  packages: z.int(),
});
export type CatalogueBouquet = z.output<typeof bouquet>;

const bouquetBody = z.object({
  name: text('Nome', 100),
  categoryIds: ids('Categoria').default([]),
});

export const listBouquets = endpoint({
  name: 'list-bouquets',
  method: 'GET',
  path: '/api/catalogue/bouquets',
  summary: 'Os bouquets e o que cada um reúne.',
  access: admins,
  answer: z.array(bouquet),
  errors: [],
});

export const createBouquet = endpoint({
  name: 'create-bouquet',
  method: 'POST',
  path: '/api/catalogue/bouquets',
  summary: 'Cria um bouquet com as categorias escolhidas.',
  access: admins,
  body: bouquetBody,
  answer: bouquet.extend(messageAnswer.shape),
  errors: ['name_taken', 'category_not_found'],
});

export const editBouquet = endpoint({
  name: 'edit-bouquet',
  method: 'PUT',
  path: '/api/catalogue/bouquets/:id',
  summary: 'Muda o nome e as categorias de um bouquet.',
  access: admins,
  params: idParam,
  body: bouquetBody.extend({ categoryIds: ids('Categoria').optional() }),
  answer: bouquet.extend(messageAnswer.shape),
  errors: ['bouquet_not_found', 'name_taken', 'category_not_found'],
});

export const deleteBouquet = endpoint({
  name: 'delete-bouquet',
  method: 'DELETE',
  path: '/api/catalogue/bouquets/:id',
  summary: 'Apaga um bouquet que nenhuma linha usa.',
  access: admins,
  params: idParam,
  answer: messageAnswer,
  errors: ['bouquet_not_found', 'bouquet_in_use'],
});

const cataloguePackage = z.object({
  id: z.int(),
  name: z.string(),
  /** Simultaneous screens; 0 means no limit. */
  maxConnections: z.int(),
  allowsTests: z.boolean(),
  bouquetIds: z.array(z.int()),
  /** Number of lines that have the package now. */
  lines: z.int(),
  /** Version of the row, which changes with every save. */
  version: z.string(),
});
export type CataloguePackage = z.output<typeof cataloguePackage>;

const packageBody = z.object({
  name: text('Nome', 100),
  maxConnections: whole('Telas', 0, 100),
  allowsTests: flag('Serve para testes').default(true),
  bouquetIds: ids('Bouquet').min(1),
});

export const listPackages = endpoint({
  name: 'list-packages',
  method: 'GET',
  path: '/api/catalogue/packages',
  summary: 'Os pacotes prontos que as revendas vendem.',
  access: admins,
  answer: z.array(cataloguePackage),
  errors: [],
});

export const createPackage = endpoint({
  name: 'create-package',
  method: 'POST',
  path: '/api/catalogue/packages',
  summary: 'Cria um pacote pronto.',
  access: admins,
  body: packageBody,
  answer: cataloguePackage.extend(messageAnswer.shape),
  errors: ['name_taken', 'bouquet_unknown'],
});

export const editPackage = endpoint({
  name: 'edit-package',
  method: 'PUT',
  path: '/api/catalogue/packages/:id',
  summary: 'Muda um pacote; vale na hora para as linhas que o têm.',
  access: admins,
  params: idParam,
  body: packageBody.extend({
    allowsTests: flag('Serve para testes').optional(),
    version: readVersion,
  }),
  answer: cataloguePackage.extend(messageAnswer.shape),
  errors: ['package_not_found', 'changed_meanwhile', 'name_taken', 'bouquet_unknown'],
});

export const deletePackage = endpoint({
  name: 'delete-package',
  method: 'DELETE',
  path: '/api/catalogue/packages/:id',
  summary: 'Apaga um pacote que nenhuma linha usa.',
  access: admins,
  params: idParam,
  answer: messageAnswer,
  errors: ['package_not_found', 'package_in_use'],
});
