const ordinals = ['Primeiro', 'Segundo', 'Terceiro', 'Quarto', 'Quinto'] as const;

/**
 * Returns the name of a level. The reseller that receives the message has its user name, and the
 * levels below are `Primeiro nível`, …, `7º nível`.
 */
export const levelName = (level: number, username: string): string =>
  level === 0 ? username : `${ordinals[level - 1] ?? `${level}º`} nível`;
