/** Paths of the icons of recurring Pix, on a grid of 24 (Tabler, outline). */
export const alert = 'M3 12a9 9 0 1 0 18 0a9 9 0 0 0-18 0M12 8v4M12 16h.01';
export const bank = 'M3 21h18M3 10h18M5 6l7-3l7 3M4 10v11M20 10v11M8 14v3M12 14v3M16 14v3';
export const bell =
  'M10 5a2 2 0 1 1 4 0a7 7 0 0 1 4 6v3a4 4 0 0 0 2 3h-16a4 4 0 0 0 2-3v-3a7 7 0 0 1 4-6M9 17v1a3 3 0 0 0 6 0v-1';
export const calendar =
  'M12.5 21h-6.5a2 2 0 0 1-2-2v-12a2 2 0 0 1 2-2h12a2 2 0 0 1 2 2v3M16 3v4M8 3v4M4 11h12M20 14l2 2h-3M20 18l2-2M19 16a3 3 0 1 0 2 5.236';
export const cross = 'M18 6l-12 12M6 6l12 12';
export const done = 'M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0M9 12l2 2l4-4';
export const hand =
  'M8 13v-7.5a1.5 1.5 0 0 1 3 0v6.5M11 5.5v-2a1.5 1.5 0 1 1 3 0v8.5M14 5.5a1.5 1.5 0 0 1 3 0v6.5M17 7.5a1.5 1.5 0 0 1 3 0v8.5a6 6 0 0 1-6 6h-1.792a6 6 0 0 1-5.012-2.7q-.5-.7-3.482-6.028a1.5 1.5 0 0 1 .536-2.022a1.867 1.867 0 0 1 2.28 .28l1.47 1.47';
export const qr =
  'M4 5a1 1 0 0 1 1-1h4a1 1 0 0 1 1 1v4a1 1 0 0 1-1 1h-4a1 1 0 0 1-1-1zM14 5a1 1 0 0 1 1-1h4a1 1 0 0 1 1 1v4a1 1 0 0 1-1 1h-4a1 1 0 0 1-1-1zM4 15a1 1 0 0 1 1-1h4a1 1 0 0 1 1 1v4a1 1 0 0 1-1 1h-4a1 1 0 0 1-1-1zM7 7v.01M17 7v.01M7 17v.01M14 14h3M20 14v.01M14 14v3M14 20h3M17 17h3M20 17v3';
export const repeat =
  'M4 12v-3a3 3 0 0 1 3-3h13m-3-3l3 3l-3 3M20 12v3a3 3 0 0 1-3 3h-13m3 3l-3-3l3-3';
export const repeatOff =
  'M4 12v-3c0-1.336 .873-2.468 2.08-2.856m3.92-.144h10m-3-3l3 3l-3 3M20 12v3a3 3 0 0 1-.133 .886m-1.99 1.984a3 3 0 0 1-.877 .13h-13m3 3l-3-3l3-3M3 3l18 18';
