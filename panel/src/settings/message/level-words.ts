const ordinals = ['Primeiro', 'Segundo', 'Terceiro', 'Quarto', 'Quinto'] as const;

/** Name of a level below the addressed reseller: its user name, `Primeiro nível`, …, `7º nível`. */
export const levelName = (level: number, username: string): string =>
  level === 0 ? username : `${ordinals[level - 1] ?? `${level}º`} nível`;
