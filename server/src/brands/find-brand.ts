/**
 * The brand of a host: the default one, or one of RAMAL_DATA/brands.json (Q-BRANDS). The host is only a
 * key. The file is checked every few seconds at most, and a broken one changes nothing and is logged. A
 * background that an admin uploaded stands in where a brand has none.
 */
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { type Brand, officeBrand } from '@ramal/contract/brands';
import type { AppContext } from '../foundation/app-context.ts';
import type { Actor } from '../foundation/caller.ts';
import { accentFamily, confusableWith } from './accent-family.ts';
import { readCurrentBackground } from './backgrounds.ts';
import { type FileBrand, readBrands } from './brands-file.ts';
import { type BrandImage, readImage } from './brand-images.ts';

const LOOK_EVERY_MS = 2_000;

/** The panel's own images, for brands without one. */
export const bundled = { mark: '/mark.svg', background: '/background.svg' } as const;

interface Shown {
  readonly byHost: ReadonlyMap<string, Brand>;
  /** By their names in URLs; images that brands.json does not name are not served. */
  readonly images: ReadonlyMap<string, BrandImage>;
  readonly franchises: readonly Franchise[];
  readonly file: readonly FileBrand[];
}

/** A franchise with the name of its brand. */
export interface Franchise {
  readonly id: number;
  readonly name: string;
}

export interface Brands {
  /** Unknown hosts get the default brand. */
  of(host: string): Promise<Brand>;
  /** An image that brands.json names. */
  image(name: string): Promise<BrandImage | undefined>;
  /** Franchises with a brand in brands.json (Q-FRANCHISES). */
  franchises(): Promise<readonly Franchise[]>;
  /** The hosts of the brands under which an account works: those of its franchise, and the one it came by. */
  hostsFor(account: BrandAccount, baseUrl: string): Promise<readonly string[]>;
  /** What those brands let their sellers write to customers. */
  messagesFor(account: BrandAccount, baseUrl: string): Promise<FileBrand['texts']>;
}

type BrandAccount = Pick<Actor, 'idFranchise'>;

const opened = new WeakMap<AppContext['config'], Brands>();

/** One reader for each data folder, so that routes and page see the same brands. */
export function brandsOf(ctx: AppContext): Brands {
  const brands = opened.get(ctx.config) ?? openBrands(ctx);
  opened.set(ctx.config, brands);
  return brands;
}

/** `Painel.Exemplo.com:8080` → `painel.exemplo.com`. */
export const hostKey = (host: string): string =>
  host.replace(/:\d*$/, '').replace(/\.$/, '').toLowerCase();

function openBrands({ config, clock, db, log }: AppContext): Brands {
  const file = path.join(config.dataFolder, 'brands.json');
  const folder = path.join(config.dataFolder, 'brands');
  let shown: Shown = { byHost: new Map(), images: new Map(), franchises: [], file: [] };
  let uploaded = '';
  let seen = '';
  let lookedAt = Number.NEGATIVE_INFINITY;
  let looking: Promise<void> = Promise.resolve();

  async function look(): Promise<void> {
    // While the database is away the sign-in looks as before.
    uploaded = await readCurrentBackground(db).catch(() => uploaded);
    const state = `${await stateOf(file)} ${await stateOf(folder)}`;
    if (state === seen) return;
    seen = state;
    try {
      shown = await show(await textOf(file), folder, (warning) => log.warn(warning));
    } catch (error) {
      log.error(
        `brands.json was not taken, what stood before stays in force. ${(error as Error).message}`,
      );
    }
  }

  async function current(): Promise<Shown> {
    const now = clock.now().getTime();
    if (Math.abs(now - lookedAt) >= LOOK_EVERY_MS) {
      lookedAt = now;
      looking = look();
    }
    await looking;
    return shown;
  }

  return {
    of: async (host) => {
      const brand = (await current()).byHost.get(hostKey(host)) ?? officeBrand;
      const hasOwn = brand.background !== '' && brand.background !== bundled.background;
      return hasOwn || uploaded === '' ? brand : { ...brand, background: uploaded };
    },
    image: async (name) => (await current()).images.get(name),
    franchises: async () => (await current()).franchises,
    hostsFor: async (account, baseUrl) => [
      ...new Set(
        brandsAround((await current()).file, account, baseUrl).flatMap(({ hosts }) => hosts),
      ),
    ],
    messagesFor: async (account, baseUrl) =>
      brandsAround((await current()).file, account, baseUrl)[0]?.texts ?? {},
  };
}

/** The brand one came by first, unless it is another franchise's. */
function brandsAround(
  file: readonly FileBrand[],
  { idFranchise }: BrandAccount,
  baseUrl: string,
): readonly FileBrand[] {
  const host = URL.canParse(baseUrl) ? new URL(baseUrl).hostname : '';
  const isOwn = ({ id_franchise: id }: FileBrand) => typeof id === 'number' && id === idFranchise;
  const open = file.filter((brand) => typeof brand.id_franchise !== 'number');
  return [...file.filter(isOwn), ...open.filter(({ hosts }) => hosts.includes(host))].toSorted(
    (one, other) => Number(other.hosts.includes(host)) - Number(one.hosts.includes(host)),
  );
}

/** Changes with the file and with the list of files in the folder. */
async function stateOf(filePath: string): Promise<string> {
  const found = await stat(filePath).catch(() => undefined);
  return found ? `${found.mtimeMs}/${found.size}/${found.ino}` : 'none';
}

async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '[]';
    throw error;
  }
}

type Warn = (warning: string) => void;

async function show(text: string, folder: string, warn: Warn): Promise<Shown> {
  const byHost = new Map<string, Brand>();
  const images = new Map<string, BrandImage>();
  const franchises: Franchise[] = [];
  const file = readBrands(text);
  for (const fileBrand of file) {
    const say = (warning: string) => warn(`brands.json, «${fileBrand.name}», ${warning}`);
    const address = async (field: string, names: readonly string[]) => {
      const complain = (why: string) => say(`${field}: ${why}`);
      const found = await Promise.all(
        names.filter(Boolean).map((name) => readImage(folder, name, complain)),
      );
      const newest = found
        .filter((image) => image !== undefined)
        .toSorted((one, other) => other.changedAt - one.changedAt)[0];
      if (!newest) return '';
      images.set(newest.name, newest);
      return `/brand-files/${newest.name}?v=${newest.version}`;
    };
    const brand = await dressed(fileBrand, address);
    for (const signal of confusableWith(fileBrand.accent)) {
      say(
        `accent: ${fileBrand.accent} is close to ${signal}, which means something on the screens; it is used all the same`,
      );
    }
    for (const host of fileBrand.hosts) byHost.set(host, brand);
    const { id_franchise: id, name } = fileBrand;
    if (typeof id === 'number' && !franchises.some((one) => one.id === id))
      franchises.push({ id, name });
  }
  return { byHost, images, franchises, file };
}

type AddressOf = (field: string, names: readonly string[]) => Promise<string>;

async function dressed(fileBrand: FileBrand, address: AddressOf): Promise<Brand> {
  const { hosts, name, title, accent, forceLight } = fileBrand;
  const logo = await address('logo', [fileBrand.logo]);
  return {
    key: hosts[0]!,
    name,
    title: title || name,
    favicon: (await address('favicon', [fileBrand.favicon])) || logo,
    logo,
    background: (await address('background', fileBrand.background)) || bundled.background,
    colors: { light: accentFamily(accent, 'light'), dark: accentFamily(accent, 'dark') },
    forceLight,
  };
}
