import { type Brand, defaultBrand } from '@ramal/contract/brands/brands';
import { createContext, useContext } from 'react';
import type { ReactNode } from 'react';

const Shown = createContext(defaultBrand);

interface BrandProviderProps {
  brand: Brand;
  children: ReactNode;
}

export function BrandProvider({ brand, children }: BrandProviderProps) {
  return <Shown value={brand}>{children}</Shown>;
}

/**
 * The brand of the host that served this page. The brand does not change while the page is open.
 */
export const useBrand = (): Brand => useContext(Shown);
