/** Addresses of the sales page, whole and as people read them. */

/** Removes the scheme: `https://rm.example/loja/` becomes `rm.example/loja/`. */
export const shortAddress = (address: string): string => address.replace(/^https?:\/\//, '');

export const pageAddress = (addressBase: string, slug: string): string => addressBase + slug;
