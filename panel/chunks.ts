/**
 * Assigns each module of the build to an output file. On a phone, each request costs more time than
 * the transferred bytes, so each screen consists of few files. A screen loads only the modules it
 * needs, and modules that most other screens need too. The rule reads which screens need a module,
 * so a new screen needs no entry here. Only home, list and creation are named, because sellers use
 * these screens all day.
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
  /** Screens of routes.tsx that need the module before they are drawn. */
  readonly screens: ReadonlySet<string>;
  /** Parts that are loaded later, such as dialogs, and that need the module. */
  readonly laterParts: ReadonlySet<string>;
  /** The module itself and all modules that import it, directly or indirectly. */
  readonly modules: ReadonlySet<string>;
}

/**
 * Modules of the panel. Excludes the web player, which is a separate page, and the code that runs
 * before all other scripts.
 */
const OF_PANEL = /^(?!.*(web-player|web\.html|\/src\/early\/))/;
const ROUTES = /\/panel\/src\/routes\.tsx$/;
const SHELL = /\/panel\/src\/SignedIn\.tsx$/;
const HOME = /\/dashboard\/Dashboard\.tsx$/;
const LIST = /\/abuse\/iptv-list-screens\.tsx$/;
const DRAWN_LATER = /\/ui\/drawn-later\.ts$/;
const CREATE = /\/lines\/create\/create-screens\.tsx$/;

/** Parts that home, list and creation prefetch, or open in the daily work. */
const DAILY_PARTS =
  /\/(CustomerPage|SellSheet|CreatedReceipt|CreatedLine|BellPanel|product-lists|LineDialogs|BulkDialog|UndoBar)\.tsx$/;

const DAILY = [HOME, LIST, CREATE];

const usersById = new Map<string, Users>();

function usersOf(id: string, build: Build): Users {
  const before = usersById.get(id);
  if (before) return before;
  const screens = new Set<string>();
  const laterParts = new Set<string>();
  const modules = new Set([id]);
  // The loop also visits the importers that it adds to the set.
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

/** True if the module imports dompurify, which only the few screens with formatted text need. */
function needsSanitizer(id: string, build: Build): boolean {
  const modules = new Set([id]);
  for (const module of modules)
    for (const imported of build.getModuleInfo(module)?.importedIds ?? []) modules.add(imported);
  return includes(modules, /\/node_modules\/dompurify\//);
}

const includes = (ids: ReadonlySet<string>, name: RegExp): boolean =>
  [...ids].some((id) => name.test(id));

/**
 * Creates an output group. It contains the modules for which `takes` returns true and which no
 * earlier group contains.
 */
const group = (name: string, takes: (users: Users, id: string, build: Build) => boolean) => ({
  name: (id: string, build: Build): string | null =>
    takes(usersOf(id, build), id, build) ? name : null,
  debugName: name,
});

/**
 * Creates a group of modules that only the panel uses. A part of the customers' page that loaded
 * such a file would start the panel in its place.
 */
const panelGroup: typeof group = (name, takes) =>
  group(name, (users, id, build) => !isOfWebPlayer(users) && takes(users, id, build));

const isOfWebPlayer = ({ modules }: Users): boolean => includes(modules, /\/web-player\//);

const isShared = ({ screens }: Users): boolean => screens.size > 1;

/**
 * True if more than one screen or later part needs the module, so it cannot be in the file of one
 * screen.
 */
const hasOthers = ({ screens, laterParts }: Users): boolean => screens.size + laterParts.size > 1;

/** Last segment of a module's path, without the file extension. */
const baseName = (id: string): string => /([^/]+?)(\.\w+)*$/.exec(id)![1]!;

/** Modules that the page imports statically. */
const INITIAL = ['$initial' as const];

export const chunkGroups = [
  // Modules that the customers' page needs too. This group is separate, so that the customers' page
  // does not load the rest of the panel.
  {
    ...group('shared', isOfWebPlayer),
    test: OF_PANEL,
    tags: INITIAL,
    priority: 2,
  },
  // All other modules that the panel needs before the sign-in.
  { name: 'first', test: OF_PANEL, tags: INITIAL, priority: 1 },
  // Modules of the shell, and modules that two of the three named screens need. Also modules that
  // one of these screens and drawn-later.ts need. The group is small, so it is cheaper to load all
  // of it than to fetch another file.
  panelGroup('signed-in', ({ screens, modules }) => {
    const daily = DAILY.filter((screen) => includes(screens, screen)).length;
    return includes(screens, SHELL) || daily > 1 || (daily === 1 && includes(modules, DRAWN_LATER));
  }),
  // Every screen loads this file when the browser is idle, so the file must not contain modules
  // that other screens share.
  panelGroup('drawn-later', ({ modules }) => includes(modules, DRAWN_LATER)),
  panelGroup('list', ({ screens }) => includes(screens, LIST)),
  panelGroup('home', ({ screens }) => includes(screens, HOME)),
  panelGroup('forms', ({ screens }) => includes(screens, CREATE)),
  // Shared modules of the parts of daily screens. In `common`, a phone would load and evaluate the
  // modules of all other screens with them.
  panelGroup('daily-parts', (users) => hasOthers(users) && includes(users.laterParts, DAILY_PARTS)),
  panelGroup('formatted', (users, id, build) => isShared(users) && needsSanitizer(id, build)),
  panelGroup('common', isShared),
  // Modules that a screen shares only with its own dialogs. Without this group, the build would
  // create many small files.
  {
    name: (id: string, build: Build): string | null => {
      const users = usersOf(id, build);
      const [screen] = users.screens;
      return screen && hasOthers(users) && !isOfWebPlayer(users) ? `of-${baseName(screen)}` : null;
    },
    debugName: 'of one screen',
  },
];
