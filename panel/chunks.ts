/**
 * Assigns each module of the build to an output file. Requests cost a phone more time than bytes,
 * so a screen is split into few files. Bytes cost time too, so a screen loads only what it draws
 * and what most other screens draw as well. The rule only checks which screens need a module: a new
 * screen needs no line here. Home, list and creation are named because sellers use these screens
 * all day.
 */
interface Build {
  getModuleInfo: (id: string) => ModuleInfo | null;
}

interface ModuleInfo {
  readonly importedIds: readonly string[];
  readonly importers: readonly string[];
  readonly dynamicImporters: readonly string[];
}

interface Users {
  /** The screens of routes.tsx that need it before they are drawn. */
  readonly screens: ReadonlySet<string>;
  /** The parts that come later, such as dialogs, that need it. */
  readonly laterParts: ReadonlySet<string>;
  /** Every module that needs it, at any distance. */
  readonly modules: ReadonlySet<string>;
}

/** Neither the web player itself, which is a page of its own, nor what runs before every other script. */
const OF_PANEL = /^(?!.*(web-player|web\.html|\/src\/early\/))/;
const ROUTES = /\/panel\/src\/routes\.tsx$/;
const SHELL = /\/panel\/src\/SignedIn\.tsx$/;
const HOME = /\/dashboard\/Dashboard\.tsx$/;
const LIST = /\/abuse\/iptv-list-screens\.tsx$/;
const DRAWN_LATER = /\/ui\/drawn-later\.ts$/;
const CREATE = /\/lines\/create\/create-screens\.tsx$/;

const DAILY = [HOME, LIST, CREATE];

const usersById = new Map<string, Users>();

function usersOf(id: string, build: Build): Users {
  const before = usersById.get(id);
  if (before) return before;
  const screens = new Set<string>();
  const laterParts = new Set<string>();
  const modules = new Set([id]);
  // A set that grows while it is walked is walked to its end.
  for (const module of modules) {
    const { importers = [], dynamicImporters = [] } = build.getModuleInfo(module) ?? {};
    for (const importer of importers) modules.add(importer);
    for (const importer of dynamicImporters)
      (ROUTES.test(importer) ? screens : laterParts).add(module);
  }
  const users = { screens, laterParts, modules };
  usersById.set(id, users);
  return users;
}

/** Whether it comes with the package that makes formatted text safe, which few screens show. */
function needsSanitizer(id: string, build: Build): boolean {
  const modules = new Set([id]);
  for (const module of modules)
    for (const imported of build.getModuleInfo(module)?.importedIds ?? []) modules.add(imported);
  return includes(modules, /\/node_modules\/dompurify\//);
}

const includes = (ids: ReadonlySet<string>, name: RegExp): boolean =>
  [...ids].some((id) => name.test(id));

/** The file of the modules with such users that no group before it has taken. */
const group = (name: string, takes: (users: Users, id: string, build: Build) => boolean) => ({
  name: (id: string, build: Build): string | null =>
    takes(usersOf(id, build), id, build) ? name : null,
  debugName: name,
});

const isShared = ({ screens }: Users): boolean => screens.size > 1;

/**
 * True if more than one screen or later part needs the module, so it cannot be in the file of one
 * screen.
 */
const hasOthers = ({ screens, laterParts }: Users): boolean => screens.size + laterParts.size > 1;

/** The last part of a module's path, without its ending. */
const baseName = (id: string): string => /([^/]+?)(\.\w+)*$/.exec(id)![1]!;

/** Needed by the page itself, before anything that is imported when it is wanted. */
const INITIAL = ['$initial' as const];

export const chunkGroups = [
  // Modules that the customers' page needs too. A separate group, so that this page does not fetch
  // the rest of the panel.
  {
    ...group('shared', ({ modules }) => includes(modules, /\/web-player\//)),
    test: OF_PANEL,
    tags: INITIAL,
    priority: 2,
  },
  // The rest of what the panel needs before the sign-in.
  { name: 'first', test: OF_PANEL, tags: INITIAL, priority: 1 },
  // Modules of the shell, and modules that two of the three named screens need. Also modules of one
  // of them and a later part. These are few, so a separate file would cost more.
  group('signed-in', ({ screens, modules }) => {
    const daily = DAILY.filter((screen) => includes(screens, screen)).length;
    return includes(screens, SHELL) || daily > 1 || (daily === 1 && includes(modules, DRAWN_LATER));
  }),
  // Fetched everywhere as soon as the browser rests: it must not bring what other screens share.
  group('drawn-later', ({ modules }) => includes(modules, DRAWN_LATER)),
  group('list', ({ screens }) => includes(screens, LIST)),
  group('home', ({ screens }) => includes(screens, HOME)),
  group('forms', ({ screens }) => includes(screens, CREATE)),
  group('formatted', (users, id, build) => isShared(users) && needsSanitizer(id, build)),
  group('common', isShared),
  // Modules that a screen shares with its own dialogs. Without this group they would become many
  // small files.
  {
    name: (id: string, build: Build): string | null => {
      const users = usersOf(id, build);
      const [screen] = users.screens;
      return screen && hasOthers(users) ? `of-${baseName(screen)}` : null;
    },
    debugName: 'of one screen',
  },
];
