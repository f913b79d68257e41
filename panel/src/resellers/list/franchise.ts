/** Name of an account's brand. `-` if no brand is configured for its number (Q-FRANCHISES). */
export const franchiseLabel = (
  id: number | null,
  brands: readonly { readonly id: number; readonly name: string }[] = [],
): string => brands.find((brand) => brand.id === id)?.name ?? '-';
