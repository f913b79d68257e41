/** The demo: accounts, lines, history and a catalogue to try the product with. */
export { seedBrands } from './brands.ts';
export { seedDemo } from './seed-demo.ts';
