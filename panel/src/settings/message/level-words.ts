const ordinals = ['Primeiro', 'Segundo', 'Terceiro', 'Quarto', 'Quinto'] as const;

/** How far below the reseller that was written to: its own name, `Primeiro nível`, …, `7º nível`. */
export const levelName = (level: number, username: string): string =>
  level === 0 ? username : `${ordinals[level - 1] ?? `${level}º`} nível`;
