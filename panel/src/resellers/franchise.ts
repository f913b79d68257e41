/** The brand an account belongs to: its number, until labels are configured (Q-FRANCHISES). */
export const franchiseLabel = (id: number | null): string => (id === null ? '-' : `Franquia ${id}`);
