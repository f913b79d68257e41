/** Paths of the icons of the sales page, on a grid of 24 (Tabler, outline). */
export const bolt = 'M13 3l0 7l6 0l-8 11l0-7l-6 0l8-11';
export const box = 'M12 3l8 4.5l0 9l-8 4.5l-8-4.5l0-9l8-4.5M12 12l8-4.5M12 12l0 9M12 12l-8-4.5';
export const clock = 'M3 12a9 9 0 1 0 18 0a9 9 0 0 0-18 0M12 7v5l3 3';
export const deviceLaptop =
  'M3 19l18 0M5 7a1 1 0 0 1 1-1h12a1 1 0 0 1 1 1v8a1 1 0 0 1-1 1h-12a1 1 0 0 1-1-1l0-8';
export const deviceMobile =
  'M6 5a2 2 0 0 1 2-2h8a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2h-8a2 2 0 0 1-2-2v-14M11 4h2M12 17v.01';
export const deviceTv =
  'M3 9a2 2 0 0 1 2-2h14a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2h-14a2 2 0 0 1-2-2l0-9M16 3l-4 4l-4-4';
export const infoCircle = 'M3 12a9 9 0 1 0 18 0a9 9 0 0 0-18 0M12 9h.01M11 12h1v4h1';
export const chevronLeft = 'M15 6l-6 6l6 6';
export const telegram = 'M15 10l-4 4l6 6l4-16l-18 7l4 2l2 6l3-4';
