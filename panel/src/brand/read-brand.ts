import { type Brand, getBrand, defaultBrand } from '@ramal/contract/brands/brands';
import { call } from '../foundation/api/api.ts';

/**
 * Reads the brand that the server wrote into the page. A page from Vite in development contains no
 * brand, so the brand is requested.
 */
export async function readBrand(): Promise<Brand> {
  const written = document.querySelector<HTMLMetaElement>('meta[name="ramal-brand"]')?.content;
  if (written) return JSON.parse(written) as Brand;
  return call(getBrand, { query: { host: location.hostname } }).catch(() => defaultBrand);
}
