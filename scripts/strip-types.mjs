import { stripTypeScriptTypes } from 'node:module';

/**
 * Returns the JavaScript of a file with the same lines and columns. Suppresses the warning that the
 * function is experimental, as Node does for every file that it strips.
 */
export function stripTypes(text) {
  const before = Object.getOwnPropertyDescriptor(process, 'emitWarning');
  process.emitWarning = () => {};
  try {
    return stripTypeScriptTypes(text);
  } finally {
    Object.defineProperty(process, 'emitWarning', before);
  }
}
