/**
 * Finds the brand of a host: one from RAMAL_DATA/brands.json, one that was set on the screen
 * (Q-BRANDS), or the default brand. If the file and the screen both name the host, the brand from
 * the file is used. Each process reads the file and the table at most every two seconds. If the
 * file is invalid, logs the error and keeps the previous brands. A brand without a background gets
 * the one that an admin selected.
 */
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { brandFileUrl } from '@ramal/contract/brands/brand-settings';
import { type Brand, defaultBrand } from '@ramal/contract/brands/brands';
import type { AppContext } from '../foundation/app-context.ts';
import type { Actor } from '../foundation/caller.ts';
import { accentFamily, confusableWith } from '@ramal/contract/brands/accent-family';
import { readCurrentBackground } from './backgrounds.ts';
import { type BrandRecord, readBrands } from './brands-file.ts';
import { type BrandImage, readImage } from './brand-images.ts';
import { readBrandPicture } from './brand-pictures.ts';
import { readStoredBrands, type StoredBrand } from './stored-brands.ts';
import { oncePer } from '../foundation/shared-runs.ts';

const RELOAD_EVERY_MS = 2_000;

/** Images that are part of the panel. Brands without images use them. */
export const bundled = { mark: '/mark.svg', background: '/background.svg' } as const;

interface ShownBrand {
  readonly record: BrandRecord;
  readonly brand: Brand;
}

interface FromFile {
  readonly brands: readonly ShownBrand[];
  /**
   * Images by their names in URLs. Contains only images that brands.json names, so no other file is
   * served.
   */
  readonly images: ReadonlyMap<string, BrandImage>;
}

interface BrandSnapshot {
  readonly byHost: ReadonlyMap<string, Brand>;
  readonly franchises: readonly Franchise[];
  readonly records: readonly BrandRecord[];
}

/** Franchise that has a brand, with the name of the brand. */
export interface Franchise {
  readonly id: number;
  readonly name: string;
}

export interface Brands {
  /** Returns the brand of a host. Returns the default brand for an unknown host. */
  forHost(host: string): Promise<Brand>;
  /** Returns an image that brands.json names or that was uploaded. */
  image(name: string): Promise<BrandImage | undefined>;
  /** Returns the brands in brands.json. They can be changed only in that file. */
  fileBrands(): Promise<readonly BrandRecord[]>;
  /** Makes the next call read the brands again, because a change was saved. */
  invalidate(): void;
  /** Returns the hosts of all brands. */
  hosts(): Promise<readonly string[]>;
  /** Returns the franchises that have a brand (Q-FRANCHISES). */
  franchises(): Promise<readonly Franchise[]>;
  /**
   * Returns the hosts of an account's brands. These are the brands of its franchise, and the brand
   * of the host in `baseUrl` unless it belongs to another franchise.
   */
  hostsFor(account: BrandAccount, baseUrl: string): Promise<readonly string[]>;
  /** Returns the texts for customers that the first of the account's brands defines. */
  messagesFor(account: BrandAccount, baseUrl: string): Promise<BrandRecord['texts']>;
}

type BrandAccount = Pick<Actor, 'idFranchise'>;

/** Returns one shared instance per configuration, so that routes and pages see the same brands. */
export const getBrands = oncePer((ctx: AppContext) => ctx.config, openBrands);

/** Normalises a host name: `Painel.Exemplo.com:8080` → `painel.exemplo.com`. */
export const hostKey = (host: string): string =>
  host.replace(/:\d*$/, '').replace(/\.$/, '').toLowerCase();

function openBrands({ config, clock, db, log }: AppContext): Brands {
  const file = path.join(config.dataFolder, 'brands.json');
  const folder = path.join(config.dataFolder, 'brands');
  const warn = (warning: string) => log.warn(warning);
  let fromFile: FromFile = { brands: [], images: new Map() };
  let stored: readonly StoredBrand[] = [];
  let snapshot: BrandSnapshot = { byHost: new Map(), franchises: [], records: [] };
  let uploaded = '';
  let seenFile = '';
  let seen = '';
  let reloadedAt = Number.NEGATIVE_INFINITY;
  let reloading: Promise<void> = Promise.resolve();

  async function reload(): Promise<void> {
    // If the database is unavailable, the last values are used again.
    uploaded = await readCurrentBackground(db).catch(() => uploaded);
    stored = await readStoredBrands(db).catch(() => stored);
    const state = `${await stateOf(file)} ${await stateOf(folder)}`;
    if (state !== seenFile) await reloadFile(state);
    const together = `${seenFile} ${JSON.stringify(stored)}`;
    if (together === seen) return;
    seen = together;
    snapshot = combine(fromFile.brands, stored.map(buildStoredBrand), warn);
  }

  async function reloadFile(state: string): Promise<void> {
    seenFile = state;
    try {
      fromFile = await buildFileBrands(await textOf(file), folder, warn);
    } catch (error) {
      log.error(
        `brands.json was rejected; the previous brands remain in use. ${(error as Error).message}`,
      );
    }
  }

  async function current(): Promise<BrandSnapshot> {
    const now = clock.now().getTime();
    if (Math.abs(now - reloadedAt) >= RELOAD_EVERY_MS) {
      reloadedAt = now;
      reloading = reload();
    }
    await reloading;
    return snapshot;
  }

  return {
    forHost: async (host) => {
      const brand = (await current()).byHost.get(hostKey(host)) ?? defaultBrand;
      const hasOwn = brand.background !== '' && brand.background !== bundled.background;
      return hasOwn || uploaded === '' ? brand : { ...brand, background: uploaded };
    },
    image: async (name) => {
      await current();
      return fromFile.images.get(name) ?? (await readBrandPicture(db, name));
    },
    fileBrands: async () => {
      await current();
      return fromFile.brands.map(({ record }) => record);
    },
    invalidate: () => {
      reloadedAt = Number.NEGATIVE_INFINITY;
    },
    hosts: async () => [...(await current()).byHost.keys()],
    franchises: async () => (await current()).franchises,
    hostsFor: async (account, baseUrl) => [
      ...new Set(
        brandsForAccount((await current()).records, account, baseUrl).flatMap(({ hosts }) => hosts),
      ),
    ],
    messagesFor: async (account, baseUrl) =>
      brandsForAccount((await current()).records, account, baseUrl)[0]?.texts ?? {},
  };
}

/**
 * Returns the brands of an account: those of its franchise, and the brand of the host that it used.
 * The brand of the host is first in the list, unless it belongs to another franchise.
 */
function brandsForAccount(
  records: readonly BrandRecord[],
  { idFranchise }: BrandAccount,
  baseUrl: string,
): readonly BrandRecord[] {
  const host = URL.canParse(baseUrl) ? new URL(baseUrl).hostname : '';
  const isOwn = ({ idFranchise: id }: BrandRecord) => typeof id === 'number' && id === idFranchise;
  const open = records.filter((brand) => typeof brand.idFranchise !== 'number');
  return [...records.filter(isOwn), ...open.filter(({ hosts }) => hosts.includes(host))].toSorted(
    (a, b) => Number(b.hosts.includes(host)) - Number(a.hosts.includes(host)),
  );
}

/** Returns a text that changes when the file or folder changes. */
async function stateOf(filePath: string): Promise<string> {
  const stats = await stat(filePath).catch(() => undefined);
  return stats ? `${stats.mtimeMs}/${stats.size}/${stats.ino}` : 'none';
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

async function buildFileBrands(text: string, folder: string, warn: Warn): Promise<FromFile> {
  const images = new Map<string, BrandImage>();
  const brands: ShownBrand[] = [];
  for (const record of readBrands(text)) {
    const warnOfBrand = (warning: string) => warn(`brands.json, «${record.name}», ${warning}`);
    const address = async (field: string, names: readonly string[]) => {
      const complain = (why: string) => warnOfBrand(`${field}: ${why}`);
      const storedImages = await Promise.all(
        names.filter(Boolean).map((name) => readImage(folder, name, complain)),
      );
      const newest = storedImages
        .filter((image) => image !== undefined)
        .toSorted((a, b) => b.changedAt - a.changedAt)[0];
      if (!newest) return '';
      images.set(newest.name, newest);
      return imageUrl(newest);
    };
    const brand = buildBrand(record, {
      logo: await address('logo', [record.logo]),
      favicon: await address('favicon', [record.favicon]),
      background: await address('background', record.background),
    });
    for (const signal of confusableWith(record.accent)) {
      warnOfBrand(
        `accent: ${record.accent} is close to ${signal}, which means something on the screens; it is used all the same`,
      );
    }
    brands.push({ record, brand });
  }
  return { brands, images };
}

function buildStoredBrand(record: StoredBrand): ShownBrand {
  const address = (name = '') => (name === '' ? '' : imageUrl({ name, version: name }));
  const brand = buildBrand(record, {
    logo: address(record.logo),
    favicon: address(record.favicon),
    background: address(record.background[0]),
  });
  return { record, brand };
}

/**
 * Returns the URL of an image. The URL changes with the content, so a browser never shows an
 * outdated image from its cache.
 */
const imageUrl = ({ name, version }: Pick<BrandImage, 'name' | 'version'>): string =>
  `${brandFileUrl(name)}?v=${version}`;

type Pictures = Readonly<Record<'logo' | 'favicon' | 'background', string>>;

const buildBrand = (
  { hosts, name, title, accent, forceLight }: BrandRecord,
  { logo, favicon, background }: Pictures,
): Brand => ({
  key: hosts[0]!,
  name,
  title: title || name,
  favicon: favicon || logo,
  logo,
  background: background || bundled.background,
  colors: { light: accentFamily(accent, 'light'), dark: accentFamily(accent, 'dark') },
  forceLight,
});

function combine(
  file: readonly ShownBrand[],
  stored: readonly ShownBrand[],
  warn: Warn,
): BrandSnapshot {
  const byHost = new Map<string, Brand>();
  const franchises: Franchise[] = [];
  for (const { record, brand } of [...file, ...stored]) {
    for (const host of record.hosts) {
      const other = byHost.get(host);
      if (other) warn(`«${host}» shows «${other.name}» of brands.json, not «${record.name}»`);
      else byHost.set(host, brand);
    }
    const { idFranchise: id, name } = record;
    if (typeof id === 'number' && !franchises.some((franchise) => franchise.id === id))
      franchises.push({ id, name });
  }
  return { byHost, franchises, records: [...file, ...stored].map(({ record }) => record) };
}
