import { type Brand, getBrand, officeBrand } from '@ramal/contract/brands/brands';
import { call } from '../foundation/api/api.ts';

/** As the server wrote it into the page; a page it did not write (Vite's, in development) asks. */
export async function readBrand(): Promise<Brand> {
  const written = document.querySelector<HTMLMetaElement>('meta[name="ramal-brand"]')?.content;
  if (written) return JSON.parse(written) as Brand;
  return call(getBrand, { query: { host: location.hostname } }).catch(() => officeBrand);
}
