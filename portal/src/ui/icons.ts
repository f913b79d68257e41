/** Paths of icons that several pages show, on a grid of 24 (Tabler, outline). */
export const check = 'M5 12l5 5l10-10';
export const chevron = 'M9 6l6 6l-6 6';
export const whatsapp =
  'M3 21l1.65-3.8a9 9 0 1 1 3.4 2.9l-5.05 .9M9 10a.5 .5 0 0 0 1 0v-1a.5 .5 0 0 0-1 0v1a5 5 0 0 0 5 5h1a.5 .5 0 0 0 0-1h-1a.5 .5 0 0 0 0 1';
export const copy =
  'M7 9.667a2.667 2.667 0 0 1 2.667-2.667h8.666a2.667 2.667 0 0 1 2.667 2.667v8.666a2.667 2.667 0 0 1-2.667 2.667h-8.666a2.667 2.667 0 0 1-2.667-2.667l0-8.666M4.012 16.737a2.005 2.005 0 0 1-1.012-1.737v-10c0-1.1 .9-2 2-2h10c.75 0 1.158 .385 1.5 1';
export const chevronDown = 'M6 9l6 6l6-6';
export const chevronUp = 'M6 15l6-6l6 6';
export const download = 'M4 17v2a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2v-2M7 11l5 5l5-5M12 4v12';
