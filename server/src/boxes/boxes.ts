/** Boxes of a line: registration, decisions about devices, messages and commands. */
export { boxRoutes } from './boxes.routes.ts';
export { eraseBoxesOfLines } from './erase-boxes.ts';
export { registerBox } from './register-box.ts';
