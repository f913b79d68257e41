/**
 * Returns the name of an account's brand. Returns `-` if no brand is configured for the account's
 * franchise number (Q-FRANCHISES).
 */
export const franchiseLabel = (
  id: number | null,
  brands: readonly { readonly id: number; readonly name: string }[] = [],
): string => brands.find((brand) => brand.id === id)?.name ?? '-';
