let country = 'BR';
let onChange: () => void = () => undefined;

/** Country whose number format the installation uses, as ISO 3166 code. */
export const getPanelCountry = (): string => country;

export function setPanelCountry(next: string): void {
  if (next === country) return;
  country = next;
  onChange();
}

/**
 * Registers the only module that depends on the country. The module is loaded later than the
 * sign-in.
 */
export function onPanelCountryChange(run: () => void): void {
  onChange = run;
}
