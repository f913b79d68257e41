/**
 * Removes the second list of the screens' files. The inline script of early-start.ts names these
 * files, and Vite names them again in the chunk with the routes, to preload them before an import.
 * The names take 1.7 kB of the first load, so the chunk reads the list of the inline script.
 */
const LIST = /(?<=\(m\.f=)\[[^\]]*\]/;
const INDEXES = /(?<=__vite__mapDeps\(\[)[\d,]+(?=\]\))/g;

/**
 * Returns the code of a chunk that reads the files in `listed` from `window.ramalFiles`. The order
 * of the files of an import remains, because it is the order of their styles.
 */
export function reuseFileList(code: string, listed: readonly string[]): string {
  const [list] = LIST.exec(code) ?? [];
  if (!list) throw new Error('the chunk with the routes has no list of files');
  const names = JSON.parse(list) as string[];
  const others = names.filter((name) => !listed.includes(name));
  const all = [...listed, ...others];
  const newIndex = (index: string) => all.indexOf(names[Number(index)]!);
  return code
    .replace(LIST, () => `[...ramalFiles,${JSON.stringify(others).slice(1)}`)
    .replaceAll(INDEXES, (indexes) => indexes.split(',').map(newIndex).join(','));
}
