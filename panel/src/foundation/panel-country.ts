let country = 'BR';
let onChange: () => void = () => undefined;

/** Returns the country whose phone numbers the installation uses, as an ISO 3166 code. */
export const getPanelCountry = (): string => country;

export function setPanelCountry(next: string): void {
  if (next === country) return;
  country = next;
  onChange();
}

/**
 * Registers the function that runs when the country changes. Only the module of phone numbers needs
 * it, and it is loaded after the sign-in.
 */
export function onPanelCountryChange(run: () => void): void {
  onChange = run;
}
