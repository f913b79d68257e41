import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';

/**
 * Creates the symbolic links of the libraries. npm packages cannot contain links, so the package
 * lists them for its install script, which we do not run. In a read-only node_modules the links
 * cannot be created. The programs then do not run there and are copied.
 */
export function linkLibraries(native: string): void {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'));
  for (const { source, target } of links) {
    const link = join(native, target.replace(/^native\//, ''));
    if (lstatSync(link, { throwIfNoEntry: false })) continue;
    try {
      symlinkSync(relative(dirname(target), source), link);
    } catch {
      // Another process may have created the link at the same time. If the link is missing, the
      // programs report the missing file.
    }
  }
}

/** Creates a complete copy or none. Every account can read the copy, whatever our umask is. */
export function copyNative(native: string, copy: string): void {
  const half = `${copy}.${process.pid}`;
  rmSync(half, { recursive: true, force: true });
  cpSync(native, half, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !path.endsWith('.a'),
  });
  linkLibraries(half);
  openToAll(half);
  try {
    renameSync(half, copy);
  } catch (error) {
    // Another process may have completed the same copy first.
    rmSync(half, { recursive: true, force: true });
    if (!existsSync(copy)) throw error;
  }
}

function openToAll(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) openToAll(path);
    else if (entry.isFile()) chmodSync(path, basename(folder) === 'bin' ? 0o755 : 0o644);
  }
}
