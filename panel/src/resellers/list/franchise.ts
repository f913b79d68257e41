/** The brand an account belongs to; by its number where no brand is configured for it (Q-FRANCHISES). */
export function franchiseLabel(
  id: number | null,
  brands: readonly { readonly id: number; readonly name: string }[] = [],
): string {
  if (id === null) return '–';
  return brands.find((brand) => brand.id === id)?.name ?? `Franquia ${id}`;
}
