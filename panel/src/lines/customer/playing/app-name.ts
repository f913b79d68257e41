/** Returns the name of an application from its user agent: «TiviMate/5.1.6 (Fire TV)» is TiviMate. */
export function appName(userAgent: string): string {
  const name = userAgent.split(/[/(;]/)[0]?.trim();
  return name || 'Aplicativo sem nome';
}
