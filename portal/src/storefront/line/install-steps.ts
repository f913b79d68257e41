/** Installation steps of each device. Texts for customers who have never installed an app. */
import type { StorefrontDevice } from '@ramal/contract/storefront/devices';
import type { Credentials } from '../api.ts';

export interface InstallStep {
  readonly title: string;
  /** Part of the title that is bold: the name of the app. */
  readonly app?: string;
  readonly hint: string;
  /** Address that the customer types. */
  readonly address?: string;
  /** Link that the customer opens. */
  readonly link?: { readonly label: string; readonly href: string };
}

export interface Installation {
  readonly heading: string;
  readonly steps: readonly InstallStep[];
  /** Another app for the same device; undefined if there is only one. */
  readonly other?: { readonly name: string; readonly steps: readonly InstallStep[] };
}

const headings: Readonly<Record<StorefrontDevice, string>> = {
  'smart-tv': 'Na TV Samsung ou LG',
  'android-tv': 'Na TV Android',
  'tv-box': 'Na TV Box',
  phone: 'No celular',
  computer: 'No computador',
  mag: 'No MAG',
  roku: 'Na TV Roku',
};

const watch: InstallStep = {
  title: 'Escolha um canal',
  hint: 'Demora até 1 minuto na primeira vez',
};

const store: Readonly<Record<StorefrontDevice, InstallStep>> = {
  'smart-tv': {
    title: 'Abra a loja de aplicativos da TV',
    hint: 'No controle: botão Início, depois Apps ou LG Content Store',
  },
  'android-tv': {
    title: 'Abra a Play Store da TV',
    hint: 'No controle: botão Início, depois Apps',
  },
  'tv-box': { title: 'Abra a Play Store da TV Box', hint: 'Fica na tela inicial ou em Apps' },
  phone: {
    title: 'Abra a loja de aplicativos do celular',
    hint: 'Play Store no Android, App Store no iPhone',
  },
  computer: { title: 'Abra o navegador', hint: 'Chrome, Edge ou Safari servem' },
  mag: {
    title: 'Abra as configurações, depois servidores e portais',
    hint: 'No controle: botão Setup',
  },
  roku: { title: 'Abra a loja de canais da Roku', hint: 'No controle: casinha, depois Streaming' },
};

const signIn = (address?: string): InstallStep => ({
  title: address
    ? 'Abra e digite o endereço, o usuário e a senha'
    : 'Abra e digite o usuário e a senha',
  hint: 'Maiúsculas e minúsculas contam',
  ...(address ? { address } : {}),
});

const install = (app: string, hint: string): InstallStep => ({
  title: 'Procure por {app} e instale',
  app,
  hint,
});

const findLink = ({ links }: Credentials, pattern: RegExp): string | undefined =>
  links.find(({ label }) => pattern.test(label))?.value;

/** Address of the playlist, for apps that play a list instead of a login. */
const listStep = (credentials: Credentials): InstallStep => {
  const address = findLink(credentials, /ssiptv/i) ?? findLink(credentials, /lista/i);
  return {
    title: 'Em lista externa, digite este endereço',
    hint: 'Letra por letra, sem espaço',
    ...(address ? { address } : {}),
  };
};

/** Address of the page that plays the line in a browser, with the login filled in. */
export function browserAddress(credentials: Credentials): string | undefined {
  const page = findLink(credentials, /neste aparelho/i);
  const { username: usuario, password: senha } = credentials;
  return page && `${page}#${new URLSearchParams({ usuario, senha }).toString()}`;
}

const FREE = 'É grátis.';

const appSteps = (device: StorefrontDevice, app: string, credentials: Credentials) => [
  store[device],
  install(app, FREE),
  signIn(findLink(credentials, /endereço/i)),
  watch,
];

const listSteps = (device: StorefrontDevice, app: string, credentials: Credentials) => [
  store[device],
  install(app, FREE),
  listStep(credentials),
  watch,
];

function computerSteps(credentials: Credentials): readonly InstallStep[] {
  const href = browserAddress(credentials);
  if (!href) return appSteps('computer', 'IPTV Smarters', credentials);
  return [
    {
      title: 'Abra o player no navegador',
      hint: 'Chrome, Edge ou Safari. Não precisa instalar nada.',
      link: { label: 'Abrir o player', href },
    },
    { title: 'Confira o usuário e a senha e entre', hint: 'Já vêm preenchidos por este link' },
    watch,
  ];
}

function magSteps(credentials: Credentials): readonly InstallStep[] {
  const base = findLink(credentials, /endereço/i);
  return [
    store.mag,
    {
      title: 'Digite este endereço no portal 1',
      hint: 'Letra por letra, sem espaço',
      ...(base ? { address: `${base.replace(/\/$/, '')}/c/` } : {}),
    },
    { title: 'Mande o MAC da etiqueta', hint: 'Fica embaixo do aparelho e começa com 00:1A' },
    { title: 'Reinicie o MAG e escolha um canal', hint: watch.hint },
  ];
}

/** Steps of an IPTV line, which any app with an address plays. */
function iptvSteps(
  device: StorefrontDevice,
  credentials: Credentials,
): Omit<Installation, 'heading'> {
  if (device === 'computer') return { steps: computerSteps(credentials) };
  if (device === 'mag') return { steps: magSteps(credentials) };
  if (device === 'roku') return { steps: listSteps(device, 'M3U Player', credentials) };
  if (device === 'smart-tv')
    return {
      steps: appSteps(device, 'Smarters', credentials),
      other: { name: 'SSIPTV', steps: listSteps(device, 'SSIPTV', credentials) },
    };
  const app = device === 'phone' ? 'Smarters' : 'XCIPTV';
  return { steps: appSteps(device, app, credentials) };
}

/** Steps of a P2P line, which only the app of the service plays. The app knows the address. */
const p2pSteps: readonly InstallStep[] = [
  { title: 'Instale o aplicativo que recebeu', hint: 'Não tem? Peça no WhatsApp' },
  { title: 'Abra e espere a tela de entrada', hint: 'Na primeira vez demora um pouco mais' },
  signIn(),
  watch,
];

export const installationSteps = (
  device: StorefrontDevice,
  credentials: Credentials,
  hasAddress: boolean,
): Installation => ({
  heading: headings[device],
  ...(hasAddress ? iptvSteps(device, credentials) : { steps: p2pSteps }),
});
